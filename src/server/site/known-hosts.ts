import type { MiddlewareHandler } from 'hono';
import type { FrontEnv } from './arrival.ts';

/** A host we don't answer for gets 421, so that no answer of ours is ever cached or trusted under a foreign name. */
export function knownHosts(hosts: ReadonlySet<string>): MiddlewareHandler<FrontEnv> {
  return async (context, next) => {
    const host = context.env.incoming.headers.host?.toLowerCase();
    // Only HTTP/1.0 gets so far without one; health checks have been answered before.
    if (!host) return context.text('Host missing.', 400);
    if (!hosts.has(host)) return context.text('Unknown host.', 421);
    return next();
  };
}

/** The public host; in the demo also this machine's own names, with the port we listen on. */
export function hostsOf(config: { publicOrigin: string; port: number; isProduction: boolean }): Set<string> {
  const hosts = new Set([new URL(config.publicOrigin).host]);
  if (!config.isProduction) for (const name of ['localhost', '127.0.0.1', '[::1]']) hosts.add(`${name}:${config.port}`);
  return hosts;
}
