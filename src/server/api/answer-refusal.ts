import { readFault } from '#domain/field-faults.ts';
import { tagOf, type Language } from '#domain/languages.ts';
import { REFUSALS, type Refused } from '#domain/refusals.ts';
import { refusalGiven } from '#server/base/diagnostics.ts';
import { formatMoney } from '#i18n/format.ts';
import { translator } from '#i18n/translator.ts';

export function answerRefusal(refused: Refused, language: Language): Response {
  refusalGiven.publish({ code: refused.refused });
  const t = translator(language);
  const wait = refused.retryAfterSeconds;
  const body = {
    code: refused.refused,
    detail: t(`refusals:${refused.refused}`, {
      ...refused.params,
      count: Math.max(1, Math.ceil((wait ?? 60) / 60)),
    }),
    ...(refused.fields && { fields: sentences(refused.fields, language) }),
  };
  const headers = {
    'content-language': tagOf(language),
    'cache-control': 'no-store',
    ...(wait !== undefined && { 'retry-after': String(wait) }),
  };
  return Response.json(body, { status: REFUSALS[refused.refused], headers });
}

function sentences(fields: Record<string, string[]>, language: Language): Record<string, string[]> {
  const t = translator(language);
  const sentenceOf = (text: string) => {
    const { code, params } = readFault(text);
    const { amount } = params;
    return t(
      `faults:${code}`,
      amount === undefined ? params : { ...params, amount: formatMoney(amount.toFixed(6), language) },
    );
  };
  return Object.fromEntries(Object.entries(fields).map(([name, faults]) => [name, faults.map(sentenceOf)]));
}
