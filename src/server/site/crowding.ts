import type { Log } from '#server/log.ts';
import { answerAtOnce } from './answer-at-once.ts';
import type { Arrival } from './arrival.ts';
import type { InFlight } from './load-shedding.ts';
import { logRequest } from './request-log.ts';

/**
 * How it stands in the house: how many are being answered and for whom, how late its own clock rings, how many wait for
 * a line to the database, and for how long somebody who sends something has had to.
 */
export type Pressure = {
  inFlight: Pick<InFlight, 'total' | 'hasItsShare'>;
  lateMs(): number;
  waiting(): Waiting;
  queuedMs(): number;
};
type Waiting = { looks: number; transactions: number };

const MOST_WAITING = 100;
/** What somebody sends is turned away so much later than what somebody looks at: it was work to type. */
const PATIENCE = { looks: 1, sends: 3 };
/** A queue that has stood for so many times as long is no rush any more: nobody joins it until it is gone. */
const STANDING = 6;
/** While those who send something wait for the database, fewer may look. */
const ROOM_WHILE_SENT = 0.25;
const RETRY_SECONDS = 2;
/** Cheap, or asked for by who has to know. */
const NEVER_REFUSED = /^\/(_astro|icons|healthz|readyz)(\/|$)/;

/**
 * When more comes than can be answered, everybody waiting longer helps nobody: what is too much is told so at once,
 * and the rest goes on as usual. Says whether it has answered.
 */
export function refuseWhenCrowded(
  { inFlight, lateMs, waiting, queuedMs }: Pressure,
  { eventLoopLagMs, maxInFlight }: { eventLoopLagMs: number; maxInFlight: number },
  log: Log,
): (arrival: Arrival) => boolean {
  return (arrival) => {
    const { incoming } = arrival;
    const kind = isLook(incoming) ? 'looks' : 'sends';
    const { looks, transactions } = waiting();
    const room = transactions > 0 ? maxInFlight * ROOM_WHILE_SENT : maxInFlight;
    const isFull =
      kind === 'looks'
        ? inFlight.total() >= room || inFlight.hasItsShare(arrival, room) || looks > MOST_WAITING
        : queuedMs() > eventLoopLagMs * STANDING || transactions > MOST_WAITING;
    const isCrowded = isFull || lateMs() > eventLoopLagMs * PATIENCE[kind];
    const path = pathOf(incoming);
    if (!isCrowded || NEVER_REFUSED.test(path)) return false;
    // The body of what is sent has not been read, and shall not be.
    answerAtOnce(arrival, path, { status: 503, retrySeconds: RETRY_SECONDS, isClosing: kind === 'sends' });
    logRequest(log, arrival, path, 503);
    return true;
  };
}

/** What takes a place: not what is sent, for its body comes as slowly as its sender likes, and nothing that is let in anyhow. */
export function takesPlace({ incoming }: Arrival): boolean {
  return isLook(incoming) && !NEVER_REFUSED.test(pathOf(incoming));
}

function pathOf({ url = '/' }: { url?: string | undefined }): string {
  return url.split('?', 1)[0] ?? '/';
}

function isLook({ method }: { method?: string | undefined }): boolean {
  return method === 'GET' || method === 'HEAD';
}

const SAMPLE_MS = 20;
const SAMPLES = 5;

/**
 * How late our own clock rings, at the best of its last samples: one long pause is no crowd. And since when, at each of
 * them, somebody has waited to begin a transaction.
 */
export function watchPressure(waiting: () => Waiting): Pick<Pressure, 'lateMs' | 'queuedMs'> & { stop(): void } {
  const latenessMs = Array.from({ length: SAMPLES }, () => 0);
  let due = performance.now() + SAMPLE_MS;
  let freeAt = performance.now();
  const timer = setInterval(() => {
    const now = performance.now();
    latenessMs.shift();
    latenessMs.push(Math.max(0, now - due));
    due = now + SAMPLE_MS;
    if (waiting().transactions === 0) freeAt = now;
  }, SAMPLE_MS).unref();
  return {
    lateMs: () => Math.min(...latenessMs),
    queuedMs: () => (waiting().transactions === 0 ? 0 : performance.now() - freeAt),
    stop: () => clearInterval(timer),
  };
}
