import { parse } from 'hono/utils/cookie';
import { addressKey } from './rate-limits.ts';
import type { Log } from '#server/log.ts';
import { answerAtOnce } from './early-response.ts';
import type { Arrival, Handle } from './request-info.ts';
import { logRequest } from './request-log.ts';

/** A share is a third of the places, and at least as many as a browser asks for at one moment. */
const SHARE = 1 / 3;
const MIN_SHARE = 4;
const RETRY_SECONDS = 2;
/** Cheap, or asked for by a monitor. */
const NEVER_SHED = /^\/(_astro|icons|healthz|readyz)(\/|$)/;

type Load = {
  inFlight: Pick<InFlight, 'total' | 'hasItsShare'>;
  lagMs(): number;
  /** How many requests wait to begin a transaction. */
  waitingTransactions(): number;
};

type Limits = { maxInFlight: number; eventLoopLagMs: number };

/**
 * Refuses at once what is more than can be answered, so that the rest is answered as usual: 503 with `Retry-After`. A
 * request that reads is refused while its owner has their share of the requests in flight, or while there are too many
 * of all; one that writes, while as many wait to begin a transaction. Returns whether it has answered.
 */
export function shedLoad({ inFlight, lagMs, waitingTransactions }: Load, limits: Limits, log: Log) {
  const { maxInFlight, eventLoopLagMs } = limits;
  return (arrival: Arrival): boolean => {
    const path = pathOf(arrival);
    if (NEVER_SHED.test(path)) return false;
    const isFull = isRead(arrival)
      ? inFlight.total() >= maxInFlight || inFlight.hasItsShare(arrival, maxInFlight)
      : waitingTransactions() >= maxInFlight;
    if (!isFull && lagMs() <= eventLoopLagMs) return false;
    // The body of a request that writes has not been read, and shall not be.
    answerAtOnce(arrival, path, { status: 503, retrySeconds: RETRY_SECONDS, isClosing: !isRead(arrival) });
    logRequest(log, arrival, path, 503);
    return true;
  };
}

/** Requests that write are not counted: a body comes as slowly as its sender likes. */
export function isCounted(arrival: Arrival): boolean {
  return isRead(arrival) && !NEVER_SHED.test(pathOf(arrival));
}

function pathOf({ incoming: { url = '/' } }: Arrival): string {
  return url.split('?', 1)[0] ?? '/';
}

function isRead({ incoming: { method } }: Arrival): boolean {
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
  hasItsShare(arrival: Arrival, maxInFlight: number): boolean;
  /** Counts a request from when it has come until its answer begins: a slow reader is no work. */
  counted(handle: Handle, takesPlace: (arrival: Arrival) => boolean): Handle;
};

/**
 * The requests in flight, of all and of each address and session. Places are short once no more of them are free than
 * one share: until then somebody alone may have more, and from then on the rest is for others.
 */
export function countInFlight(): InFlight {
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
    hasItsShare(arrival, maxInFlight) {
      const share = Math.max(MIN_SHARE, Math.floor(maxInFlight * SHARE));
      if (maxInFlight - total > share) return false;
      return ownersOf(arrival).some((owner) => (held.get(owner) ?? 0) >= share);
    },
    counted: (handle, takesPlace) => async (request, arrival) => {
      if (!takesPlace(arrival)) return handle(request, arrival);
      const owners = ownersOf(arrival);
      hold(owners, 1);
      try {
        return await handle(request, arrival);
      } finally {
        hold(owners, -1);
      }
    },
  };
}

/** A session may be anybody's claim, and be asked for from anywhere: the address counts beside it. */
function ownersOf({ address, incoming: { headers } }: Arrival): string[] {
  const session = headers.authorization ?? (headers.cookie ? parse(headers.cookie)['access_token'] : undefined);
  const owner = `address ${addressKey(address)}`;
  return session ? [owner, `session ${session}`] : [owner];
}
