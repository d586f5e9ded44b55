import type { IncomingMessage } from 'node:http';
import type { HttpBindings } from '@hono/node-server';
import type { Published } from '#contracts/page-context.ts';
import type { Language } from '#domain/languages.ts';
import type { Target } from '#domain/plain-path.ts';
import { plainAddress } from '#server/base/net/address-range.ts';
import type { Connection } from './caller.ts';

/** What our http server knows of a request before anything else does. */
export type RequestInfo = HttpBindings &
  Connection &
  Target & {
    startedAt: number;
    /** The browser's wish. A page has the language of its address instead. */
    language: Language;
  };

export type HttpEnv = {
  Bindings: RequestInfo;
  Variables: { published?: Published };
};

/** The site, or the API, as the http server knows it. */
export type RequestHandler = (request: Request, requestInfo: RequestInfo) => Response | Promise<Response>;

/**
 * The visitor's address: the socket's, or with trusted proxies in front of us the entry that the outermost of them
 * wrote. What stands further left in `X-Forwarded-For` is anybody's claim, and what is no address is the proxy's own.
 */
export function visitorAddress(incoming: IncomingMessage, trustedHops: number): string {
  const remote = incoming.socket.remoteAddress ?? 'unknown';
  const socket = plainAddress(remote) ?? remote;
  if (trustedHops === 0) return socket;
  const header = incoming.headers['x-forwarded-for'];
  const hops = (Array.isArray(header) ? header.join(',') : (header ?? '')).split(',').map((hop) => hop.trim());
  return plainAddress(hops.filter(Boolean).at(-trustedHops) ?? '') ?? socket;
}

const LONGEST_AGENT = 500;

/** What the visitor's browser calls itself; anybody's claim. */
export function visitorAgent({ headers }: IncomingMessage): string {
  return (headers['user-agent'] ?? '').slice(0, LONGEST_AGENT);
}

/** Whether a browser asks in case somebody will want it, or only for the head: nobody has seen the answer yet. */
export function isLookedAhead({ method, headers }: Pick<IncomingMessage, 'method' | 'headers'>): boolean {
  const purposes = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'].map((name) => String(headers[name] ?? ''));
  return method === 'HEAD' || purposes.some((purpose) => /prefetch|prerender|preview/i.test(purpose));
}

/** Whether its sender broke off before the whole of a request was here: that is no failure of ours. */
export function isBrokenOff({ incoming }: Pick<RequestInfo, 'incoming'>): boolean {
  return incoming.destroyed && !incoming.complete;
}
