import type { MiddlewareHandler } from 'hono';
import type { HttpEnv } from '#server/api/request-info.ts';

/** Pages have `pagePolicy` (astro.config.mjs). `connect-src`: a worker uses its file's policy and calls the API. */
const NOTHING = "default-src 'none'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const ALWAYS = { 'x-content-type-options': 'nosniff' };

const OWN_SITE_ONLY = { 'cross-origin-resource-policy': 'same-origin' };

const UNLESS_SAID = { 'content-security-policy': NOTHING, ...OWN_SITE_ONLY };

/** Browsers use these for documents only; on files they would cost about 1 kB per page. */
const OF_DOCUMENTS = {
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  // With `no-referrer`, browsers send `Origin: null` for our own forms; older ones can't tell that from cross-site.
  'referrer-policy': 'same-origin',
};

export function headersOfRefusal(publicOrigin: string): Record<string, string> {
  return { ...ALWAYS, ...UNLESS_SAID, ...OF_DOCUMENTS, ...stayOnHttps(publicOrigin) };
}

function stayOnHttps(publicOrigin: string): Record<string, string> {
  if (!publicOrigin.startsWith('https:')) return {};
  return { 'strict-transport-security': 'max-age=63072000; includeSubDomains' };
}

const PARTS = /^text\/(css|javascript)/;
const WORKER = /\/worker-[\w-]+\.js$/;

const FILES = /^(text\/(css|javascript)|image\/)/;

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
