import { acceptedLanguage, isLanguage, type Language, tagOf } from '#domain/languages.ts';
import { refuse } from '#domain/refusals.ts';
import { translator } from '#i18n/translator.ts';
import { answerRefusal } from '#server/http/answer-refusal.ts';
import type { Log } from '#server/log.ts';
import type { FrontEnv } from './arrival.ts';
import { logRequest } from './request-log.ts';

type Arrival = FrontEnv['Bindings'];

/** How it stands in the house: how late its own clock rings, how many wait for a line to the database. */
export type Pressure = { lateMs(): number; waiting(): number };

const TOO_MANY_WAITING = 100;
/** What somebody sends is turned away so much later than what somebody looks at: it was work to type. */
const PATIENCE = { looks: 1, sends: 3 };
const RETRY_SECONDS = 2;
/** Cheap, or asked for by who has to know. */
const NEVER_REFUSED = /^\/(_astro|icons|healthz|readyz)(\/|$)/;

/**
 * When more comes than can be answered, everybody waiting longer helps nobody: what is too much is told so at once,
 * and the rest goes on as usual. Says whether it has answered.
 */
export function refuseWhenCrowded(
  { lateMs, waiting }: Pressure,
  { busyAfterMs }: { busyAfterMs: number },
  log: Log,
): (arrival: Arrival) => boolean {
  return (arrival) => {
    const { incoming, outgoing, requestId } = arrival;
    const kind = incoming.method === 'GET' || incoming.method === 'HEAD' ? 'looks' : 'sends';
    const isCrowded = lateMs() > busyAfterMs * PATIENCE[kind] || waiting() > TOO_MANY_WAITING * PATIENCE[kind];
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

const LOOK_MS = 20;
const LOOKS = 5;

/** How late our own clock rings, at the best of its last looks: one long pause is no crowd. */
export function watchLateness(): { lateMs(): number; stop(): void } {
  const latenessMs = Array.from({ length: LOOKS }, () => 0);
  let due = performance.now() + LOOK_MS;
  const timer = setInterval(() => {
    const now = performance.now();
    latenessMs.shift();
    latenessMs.push(Math.max(0, now - due));
    due = now + LOOK_MS;
  }, LOOK_MS).unref();
  return { lateMs: () => Math.min(...latenessMs), stop: () => clearInterval(timer) };
}
