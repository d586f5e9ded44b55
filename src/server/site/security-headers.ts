import type { MiddlewareHandler } from 'hono';
import type { FrontEnv } from './arrival.ts';

/**
 * Pages bring their own policy with the hashes of Astro's own scripts; everything else may load nothing at all. A
 * worker lives under the policy of its own file and has to reach the API.
 */
const NOTHING = "default-src 'none'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const ALWAYS = {
  'x-content-type-options': 'nosniff',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
};

const UNLESS_SAID = { 'content-security-policy': NOTHING, 'cross-origin-resource-policy': 'same-origin' };

/** On every kind of answer, refusals and files included. */
export function securityHeaders(publicOrigin: string): MiddlewareHandler<FrontEnv> {
  const isSecure = publicOrigin.startsWith('https:');
  return async (context, next) => {
    await next();
    const { headers } = context.res;
    for (const [name, value] of Object.entries(ALWAYS)) headers.set(name, value);
    for (const [name, value] of Object.entries(UNLESS_SAID)) if (!headers.has(name)) headers.set(name, value);
    // Not `no-referrer`: with it browsers send `Origin: null` with our own forms, which older ones can't be told from foreign.
    headers.set('referrer-policy', 'same-origin');
    if (isSecure) headers.set('strict-transport-security', 'max-age=63072000; includeSubDomains');
    headers.set('x-request-id', context.env.requestId);
  };
}
