import { requestShed } from '#server/base/diagnostics.ts';
import { type CookieStyle, readCookies } from './cookies.ts';
import { addressKey } from '#server/api/rate-limits.ts';
import type { Log } from '#server/base/log.ts';
import { answerAtOnce } from './early-response.ts';
import type { RequestInfo, RequestHandler } from '#server/api/request-info.ts';
import { logRequest } from './request-log.ts';
import type { BuiltFiles } from './static-files.ts';

/** Share of one owner: a third of the places, at least the parallel requests of one browser. */
const SHARE = 1 / 3;
const MIN_SHARE = 4;
const RETRY_SECONDS = 2;
const HEALTH = ['/healthz', '/readyz'];

type Load = {
  inFlight: Pick<InFlight, 'total' | 'hasItsShare'>;
  lagMs(): number;
  waitingTransactions(): number;
  isUnshed(requestInfo: RequestInfo): boolean;
};

type Limits = { maxInFlight: number; eventLoopLagMs: number; publicOrigin: string };

/** Answers 503 and returns true under load: reads by places and shares, writes by waiting transactions, both by lag. */
export function shedLoad({ inFlight, lagMs, waitingTransactions, isUnshed }: Load, limits: Limits, log: Log) {
  const { maxInFlight, eventLoopLagMs, publicOrigin } = limits;
  return (requestInfo: RequestInfo): boolean => {
    if (isUnshed(requestInfo)) return false;
    const isFull = isRead(requestInfo)
      ? inFlight.total() >= maxInFlight || inFlight.hasItsShare(requestInfo, maxInFlight)
      : waitingTransactions() >= maxInFlight;
    if (!isFull && lagMs() <= eventLoopLagMs) return false;
    // The unread body of a write stays unread, so the connection closes.
    const isClosing = !isRead(requestInfo);
    answerAtOnce(requestInfo, { status: 503, retrySeconds: RETRY_SECONDS, publicOrigin, isClosing });
    logRequest(log, requestInfo, 503);
    requestShed.publish({ reason: isFull ? 'full' : 'lag' });
    return true;
  };
}

export function isUnshedFor(files: BuiltFiles | undefined) {
  return (requestInfo: RequestInfo): boolean => {
    const { path } = requestInfo;
    return isRead(requestInfo) && (HEALTH.includes(path) || Boolean(files?.etags.has(path)));
  };
}

/** Doesn't count writes: a slow sender would hold a place. */
export function isCountedUnless(isUnshed: (requestInfo: RequestInfo) => boolean) {
  return (requestInfo: RequestInfo): boolean => isRead(requestInfo) && !isUnshed(requestInfo);
}

function isRead({ incoming: { method } }: RequestInfo): boolean {
  return method === 'GET' || method === 'HEAD';
}

const SAMPLE_MS = 20;
const SAMPLES = 5;

/** Lag of a timer in ms, minimum of the last samples: one long pause is no overload. */
export function watchEventLoop(): { lagMs(): number; stop(): void } {
  const lags = Array.from({ length: SAMPLES }, () => 0);
  let expectedAt = performance.now() + SAMPLE_MS;
  const timer = setInterval(() => {
    const now = performance.now();
    lags.shift();
    lags.push(Math.max(0, now - expectedAt));
    expectedAt = now + SAMPLE_MS;
  }, SAMPLE_MS).unref();
  return { lagMs: () => Math.min(...lags), stop: () => clearInterval(timer) };
}

export type InFlight = {
  total(): number;
  hasItsShare(requestInfo: RequestInfo, maxInFlight: number): boolean;
  /** Counts a request until its response begins, so slow readers hold no place. */
  counted(handle: RequestHandler, takesPlace: (requestInfo: RequestInfo) => boolean): RequestHandler;
};

/** Shares apply once the free places are no more than one share; before that, one owner may have more. */
export function countInFlight(style: CookieStyle): InFlight {
  const placesByOwner = new Map<string, number>();
  let total = 0;
  const hold = (owners: readonly string[], places: 1 | -1) => {
    total += places;
    for (const owner of owners) {
      const count = (placesByOwner.get(owner) ?? 0) + places;
      if (count > 0) placesByOwner.set(owner, count);
      else placesByOwner.delete(owner);
    }
  };
  return {
    total: () => total,
    hasItsShare(requestInfo, maxInFlight) {
      const share = Math.max(MIN_SHARE, Math.floor(maxInFlight * SHARE));
      if (maxInFlight - total > share) return false;
      return ownersOf(requestInfo, style).some((owner) => (placesByOwner.get(owner) ?? 0) >= share);
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

/** Counts the address too: the session token is not verified here and may come from any address. */
function ownersOf({ address, incoming: { headers } }: RequestInfo, style: CookieStyle): string[] {
  const session = headers.authorization ?? readCookies(headers.cookie, style)('access_token');
  const owner = `address ${addressKey(address)}`;
  return session ? [owner, `session ${session}`] : [owner];
}
