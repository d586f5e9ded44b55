import type { IncomingMessage } from 'node:http';
import type { HttpBindings } from '@hono/node-server';
import type { Published } from '#contracts/page-context.ts';
import type { Language } from '#domain/languages.ts';
import type { Target } from '#domain/plain-path.ts';
import { plainAddress } from '#server/base/net/address-range.ts';
import type { Connection } from './caller.ts';

export type RequestInfo = HttpBindings &
  Connection &
  Target & {
    startedAt: number;
    /** From the browser’s headers; pages use the language of their address instead. */
    language: Language;
  };

export type HttpEnv = {
  Bindings: RequestInfo;
  Variables: { published?: Published };
};

export type RequestHandler = (request: Request, requestInfo: RequestInfo) => Response | Promise<Response>;

/** With trusted proxies, the `X-Forwarded-For` entry of the outermost; entries further left can be forged. */
export function visitorAddress(incoming: IncomingMessage, trustedHops: number): string {
  const remote = incoming.socket.remoteAddress ?? 'unknown';
  const socket = plainAddress(remote) ?? remote;
  if (trustedHops === 0) return socket;
  const header = incoming.headers['x-forwarded-for'];
  const hops = (Array.isArray(header) ? header.join(',') : (header ?? '')).split(',').map((hop) => hop.trim());
  return plainAddress(hops.filter(Boolean).at(-trustedHops) ?? '') ?? socket;
}

const LONGEST_AGENT = 500;

export function visitorAgent({ headers }: IncomingMessage): string {
  return (headers['user-agent'] ?? '').slice(0, LONGEST_AGENT);
}

/** Prefetches, prerenders, previews and HEAD: no person has seen the response. */
export function isLookedAhead({ method, headers }: Pick<IncomingMessage, 'method' | 'headers'>): boolean {
  const purposes = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'].map((name) => String(headers[name] ?? ''));
  return method === 'HEAD' || purposes.some((purpose) => /prefetch|prerender|preview/i.test(purpose));
}

/** The client disconnected before the request was complete. */
export function isBrokenOff({ incoming }: Pick<RequestInfo, 'incoming'>): boolean {
  return incoming.destroyed && !incoming.complete;
}
