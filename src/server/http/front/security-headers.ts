import type { MiddlewareHandler } from 'hono';
import type { HttpEnv } from '#server/api/request-info.ts';

/**
 * Pages bring their own policy with the hashes of what stands in them (`pagePolicy` in astro.config.mjs); everything
 * else may load nothing at all. A worker lives under the policy of its own file and has to reach the API.
 */
const NOTHING = "default-src 'none'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const ALWAYS = { 'x-content-type-options': 'nosniff' };

const OWN_SITE_ONLY = { 'cross-origin-resource-policy': 'same-origin' };

/** A style sheet or a module has no policy: it is no document, and a worker, which is one of a kind, keeps its own. */
const UNLESS_SAID = { 'content-security-policy': NOTHING, ...OWN_SITE_ONLY };

/** Browsers read these of documents only; with five files a page they would cost a kilobyte there. */
const OF_DOCUMENTS = {
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  // Not `no-referrer`: with it browsers send `Origin: null` with our own forms, which older ones can't tell from foreign.
  'referrer-policy': 'same-origin',
};

/** Of a refusal that goes out before anything of ours is set in motion. */
export function headersOfRefusal(publicOrigin: string): Record<string, string> {
  return { ...ALWAYS, ...UNLESS_SAID, ...OF_DOCUMENTS, ...stayOnHttps(publicOrigin) };
}

function stayOnHttps(publicOrigin: string): Record<string, string> {
  if (!publicOrigin.startsWith('https:')) return {};
  return { 'strict-transport-security': 'max-age=63072000; includeSubDomains' };
}

/** What pages are put together from, workers aside. */
const PARTS = /^text\/(css|javascript)/;
const WORKER = /\/worker-[\w-]+\.js$/;

const FILES = /^(text\/(css|javascript)|image\/)/;

/** On every kind of answer, refusals and files included. */
export function securityHeaders(publicOrigin: string): MiddlewareHandler<HttpEnv> {
  const always = { ...ALWAYS, ...stayOnHttps(publicOrigin) };
  return async (context, next) => {
    await next();
    const { headers } = context.res;
    for (const [name, value] of Object.entries(always)) headers.set(name, value);
    const isPart = PARTS.test(headers.get('content-type') ?? '') && !WORKER.test(context.env.path);
    for (const [name, value] of Object.entries(isPart ? OWN_SITE_ONLY : UNLESS_SAID))
      if (!headers.has(name)) headers.set(name, value);
    if (FILES.test(headers.get('content-type') ?? '')) return;
    for (const [name, value] of Object.entries(OF_DOCUMENTS)) headers.set(name, value);
    headers.set('x-request-id', context.env.requestId);
  };
}
