import { requestShed } from '#server/base/diagnostics.ts';
import { type CookieStyle, readCookies } from './cookies.ts';
import { addressKey } from '#server/api/rate-limits.ts';
import type { Log } from '#server/base/log.ts';
import { answerAtOnce } from './early-response.ts';
import type { RequestInfo, RequestHandler } from '#server/api/request-info.ts';
import { logRequest } from './request-log.ts';
import type { BuiltFiles } from './static-files.ts';

/** A share is a third of the places, and at least as many as a browser asks for at one moment. */
const SHARE = 1 / 3;
const MIN_SHARE = 4;
const RETRY_SECONDS = 2;
const HEALTH = ['/healthz', '/readyz'];

type Load = {
  inFlight: Pick<InFlight, 'total' | 'hasItsShare'>;
  lagMs(): number;
  /** How many requests wait to begin a transaction. */
  waitingTransactions(): number;
  /** Whether a request is answered however much there is to do. */
  isUnshed(requestInfo: RequestInfo): boolean;
};

type Limits = { maxInFlight: number; eventLoopLagMs: number; publicOrigin: string };

/**
 * Refuses at once what is more than can be answered, so that the rest is answered as usual: 503 with `Retry-After`. A
 * request that reads is refused while its owner has their share of the requests in flight, or while there are too many
 * of all; one that writes, while as many wait to begin a transaction. Returns whether it has answered.
 */
export function shedLoad({ inFlight, lagMs, waitingTransactions, isUnshed }: Load, limits: Limits, log: Log) {
  const { maxInFlight, eventLoopLagMs, publicOrigin } = limits;
  return (requestInfo: RequestInfo): boolean => {
    if (isUnshed(requestInfo)) return false;
    const isFull = isRead(requestInfo)
      ? inFlight.total() >= maxInFlight || inFlight.hasItsShare(requestInfo, maxInFlight)
      : waitingTransactions() >= maxInFlight;
    if (!isFull && lagMs() <= eventLoopLagMs) return false;
    // The body of a request that writes has not been read, and shall not be.
    const isClosing = !isRead(requestInfo);
    answerAtOnce(requestInfo, { status: 503, retrySeconds: RETRY_SECONDS, publicOrigin, isClosing });
    logRequest(log, requestInfo, 503);
    requestShed.publish({ reason: isFull ? 'full' : 'lag' });
    return true;
  };
}

/** Reads of built files that exist, which are cheap, and of exactly the addresses that monitors ask for. */
export function isUnshedFor(files: BuiltFiles | undefined) {
  return (requestInfo: RequestInfo): boolean => {
    const { path } = requestInfo;
    return isRead(requestInfo) && (HEALTH.includes(path) || Boolean(files?.etags.has(path)));
  };
}

/** Requests that write are not counted: a body comes as slowly as its sender likes. */
export function isCountedUnless(isUnshed: (requestInfo: RequestInfo) => boolean) {
  return (requestInfo: RequestInfo): boolean => isRead(requestInfo) && !isUnshed(requestInfo);
}

function isRead({ incoming: { method } }: RequestInfo): boolean {
  return method === 'GET' || method === 'HEAD';
}

const SAMPLE_MS = 20;
const SAMPLES = 5;

/** How late a timer of ours fires, the least of its last samples: one long pause is no overload. */
export function watchEventLoop(): { lagMs(): number; stop(): void } {
  const lags = Array.from({ length: SAMPLES }, () => 0);
  let due = performance.now() + SAMPLE_MS;
  const timer = setInterval(() => {
    const now = performance.now();
    lags.shift();
    lags.push(Math.max(0, now - due));
    due = now + SAMPLE_MS;
  }, SAMPLE_MS).unref();
  return { lagMs: () => Math.min(...lags), stop: () => clearInterval(timer) };
}

export type InFlight = {
  total(): number;
  /** Whether places are short and the visitor's address, or their session, has its share of them. */
  hasItsShare(requestInfo: RequestInfo, maxInFlight: number): boolean;
  /** Counts a request from when it has come until its answer begins: a slow reader is no work. */
  counted(handle: RequestHandler, takesPlace: (requestInfo: RequestInfo) => boolean): RequestHandler;
};

/**
 * The requests in flight, of all and of each address and session. Places are short once no more of them are free than
 * one share: until then somebody alone may have more, and from then on the rest is for others.
 */
export function countInFlight(style: CookieStyle): InFlight {
  const held = new Map<string, number>();
  let total = 0;
  const hold = (owners: readonly string[], places: 1 | -1) => {
    total += places;
    for (const owner of owners) {
      const count = (held.get(owner) ?? 0) + places;
      if (count > 0) held.set(owner, count);
      else held.delete(owner);
    }
  };
  return {
    total: () => total,
    hasItsShare(requestInfo, maxInFlight) {
      const share = Math.max(MIN_SHARE, Math.floor(maxInFlight * SHARE));
      if (maxInFlight - total > share) return false;
      return ownersOf(requestInfo, style).some((owner) => (held.get(owner) ?? 0) >= share);
    },
    counted: (handle, takesPlace) => async (request, requestInfo) => {
      if (!takesPlace(requestInfo)) return handle(request, requestInfo);
      const owners = ownersOf(requestInfo, style);
      hold(owners, 1);
      try {
        return await handle(request, requestInfo);
      } finally {
        hold(owners, -1);
      }
    },
  };
}

/** A session may be anybody's claim, and be asked for from anywhere: the address counts beside it. */
function ownersOf({ address, incoming: { headers } }: RequestInfo, style: CookieStyle): string[] {
  const session = headers.authorization ?? readCookies(headers.cookie, style)('access_token');
  const owner = `address ${addressKey(address)}`;
  return session ? [owner, `session ${session}`] : [owner];
}
