import { acceptedLanguage, isLanguage, type Language, tagOf } from '#domain/languages.ts';
import { refuse } from '#domain/refusals.ts';
import { translator } from '#i18n/translator.ts';
import { answerRefusal } from '#server/http/answer-refusal.ts';
import type { Log } from '#server/log.ts';
import type { Arrival, Handle } from './arrival.ts';
import { logRequest } from './request-log.ts';

/**
 * How it stands in the house: how many are being answered, how late its own clock rings, how many wait for a line to
 * the database, and for how long somebody who sends something has had to.
 */
export type Pressure = { looksAtWork(): number; lateMs(): number; waiting(): Waiting; queuedMs(): number };
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
  { looksAtWork, lateMs, waiting, queuedMs }: Pressure,
  { busyAfterMs, mostAtOnce }: { busyAfterMs: number; mostAtOnce: number },
  log: Log,
): (arrival: Arrival) => boolean {
  return (arrival) => {
    const { incoming, outgoing, requestId } = arrival;
    const kind = isLook(incoming) ? 'looks' : 'sends';
    const { looks, transactions } = waiting();
    const room = transactions > 0 ? mostAtOnce * ROOM_WHILE_SENT : mostAtOnce;
    const isFull =
      kind === 'looks'
        ? looksAtWork() >= room || looks > MOST_WAITING
        : queuedMs() > busyAfterMs * STANDING || transactions > MOST_WAITING;
    const isCrowded = isFull || lateMs() > busyAfterMs * PATIENCE[kind];
    const [path = '/'] = (incoming.url ?? '/').split('?', 1);
    if (!isCrowded || NEVER_REFUSED.test(path)) return false;
    const language = languageOf(path, incoming.headers['accept-language']);
    const isCall = path.startsWith('/api/');
    outgoing.writeHead(503, {
      'content-type': isCall ? 'application/json' : 'text/html; charset=utf-8',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'cache-control': 'no-store',
      'retry-after': String(RETRY_SECONDS),
      'x-content-type-options': 'nosniff',
      'x-request-id': requestId,
      // Its body has not been read, and shall not be.
      ...(kind === 'sends' && { connection: 'close' }),
    });
    if (isCall)
      void answerRefusal(refuse('unavailable'), language)
        .text()
        .then((text) => outgoing.end(text));
    else outgoing.end(page(language));
    logRequest(log, arrival, path, 503);
    return true;
  };
}

function languageOf(path: string, accepted: string | undefined): Language {
  const [, first] = path.split('/');
  return isLanguage(first) ? first : acceptedLanguage(accepted);
}

/** Costs nothing to make: no style, no script, no session. */
function page(language: Language): string {
  const t = translator(language);
  const title = t('common:broken.unavailable_title');
  return `<!doctype html><html lang="${tagOf(language)}"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title><h1>${title}</h1><p>${t('common:broken.unavailable_text')}</p><p><a href="">${t('common:broken.again')}</a></p></html>`;
}

function isLook({ method }: { method?: string | undefined }): boolean {
  return method === 'GET' || method === 'HEAD';
}

/**
 * Counts who is being answered, from when their request has come until their answer begins: a slow reader is no work.
 * What is sent does not count, for its body comes as slowly as its sender likes.
 */
export function countLooks(): { looksAtWork(): number; counted(handle: Handle): Handle } {
  let atWork = 0;
  return {
    looksAtWork: () => atWork,
    counted: (handle) => async (request, arrival) => {
      if (!isLook(request)) return handle(request, arrival);
      atWork += 1;
      try {
        return await handle(request, arrival);
      } finally {
        atWork -= 1;
      }
    },
  };
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
