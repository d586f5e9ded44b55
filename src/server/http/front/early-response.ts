import { CONSOLE_API } from '#contracts/contract.ts';
import { isLanguage, type Language, tagOf } from '#domain/languages.ts';
import { refuse } from '#domain/refusals.ts';
import { translator } from '#i18n/translator.ts';
import { answerRefusal } from '#server/api/answer-refusal.ts';
import type { RequestInfo } from '#server/api/request-info.ts';
import { headersOfRefusal } from './security-headers.ts';

type Refusal = { status: 429 | 503; retrySeconds: number; publicOrigin: string; isClosing?: boolean };

export function answerAtOnce(
  { outgoing, path, requestId, language: accepted }: RequestInfo,
  { status, retrySeconds, publicOrigin, isClosing = false }: Refusal,
): void {
  const language = languageOf(path, accepted);
  const isCall = path.startsWith('/api/') || path.startsWith(CONSOLE_API);
  outgoing.writeHead(status, {
    ...headersOfRefusal(publicOrigin),
    'content-type': isCall ? 'application/json' : 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'retry-after': String(retrySeconds),
    'x-request-id': requestId,
    ...(isClosing && { connection: 'close' }),
  });
  const refused = refuse(status === 503 ? 'unavailable' : 'too_often', { retryAfterSeconds: retrySeconds });
  void answerRefusal(refused, language)
    .json()
    .then((body: { detail: string }) =>
      outgoing.end(isCall ? JSON.stringify(body) : page(language, requestId, status, body)),
    );
}

function languageOf(path: string, accepted: Language): Language {
  const [, first] = path.split('/');
  return isLanguage(first) ? first : accepted;
}

function page(
  language: Language,
  requestId: string,
  status: Refusal['status'],
  { detail }: { detail: string },
): string {
  const t = translator(language);
  const title = status === 503 ? t('common:broken.unavailable_title') : detail;
  const text = status === 503 ? t('common:broken.unavailable_text') : '';
  return `<!doctype html><html lang="${tagOf(language)}"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title><h1>${title}</h1><p>${text}</p><p><a href="">${t('common:broken.again')}</a></p><p>${t('common:broken.request', { id: requestId })}</p></html>`;
}
