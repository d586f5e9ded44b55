import type { MiddlewareHandler } from 'hono';
import { refuse } from '#domain/refusals.ts';
import { answerRefusal } from '#server/api/answer-refusal.ts';
import type { Log } from '#server/base/log.ts';
import type { HttpEnv } from '#server/api/request-info.ts';
import { routePattern } from './route-pattern.ts';

const METHODS = ['GET', 'HEAD', 'POST'];

type Site = { publicOrigin: string; consoleOrigin: string; port: number; isProduction: boolean };

export function checkRequests(site: Site, log: Log): MiddlewareHandler<HttpEnv> {
  const hosts = hostsOf(site);
  const consoleHost = new URL(site.consoleOrigin).host;
  return async (context, next) => {
    const host = context.env.host?.toLowerCase();
    // Only HTTP/1.0 allows this. Health checks are answered before.
    if (!host) return context.text('Host missing.', 400);
    // Otherwise a response could be cached or trusted under a foreign name.
    if (!hosts.has(host)) return context.text('Unknown host.', 421);
    const { method } = context.req;
    const isChange = method !== 'GET' && method !== 'HEAD';
    const ownOrigin = host === consoleHost ? site.consoleOrigin : site.publicOrigin;
    if (isChange && isCrossSite(context.env.incoming.headers, ownOrigin)) {
      log('warn', 'refused', { code: 'cross_site', route: routePattern(context.env.path) });
      return answerRefusal(refuse('cross_site'), context.env.language);
    }
    if (!METHODS.includes(method)) return context.text('Method not allowed.', 405, { allow: METHODS.join(', ') });
    return next();
  };
}

function hostsOf({ publicOrigin, consoleOrigin, port, isProduction }: Site): ReadonlySet<string> {
  const hosts = new Set([new URL(publicOrigin).host, new URL(consoleOrigin).host]);
  if (!isProduction) for (const name of ['localhost', '127.0.0.1', '[::1]']) hosts.add(`${name}:${port}`);
  return hosts;
}

type Headers = Record<'host' | 'origin' | 'sec-fetch-site', string | string[] | undefined>;

/** CSRF. Old browsers send only `Origin`. Callers with neither are no browsers: they send no cookies unasked. */
function isCrossSite({ 'sec-fetch-site': site, origin, host }: Partial<Headers>, ownOrigin: string): boolean {
  if (site) return site !== 'same-origin' && site !== 'none';
  return Boolean(origin) && origin !== ownOrigin && new URL(`http://${String(host)}`).origin !== origin;
}
