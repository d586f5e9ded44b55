import type { Language } from '#domain/languages.ts';
import { CURRENCY, microsOf } from '#domain/money.ts';
import { formatMoney } from '#i18n/format.ts';
import type { Translate } from '#i18n/translator.ts';

type Reader = { t: Translate; language: Language };

/** `only`: the platform has a single member. */
export function resultSentence(
  name: 'only' | 'lower' | 'median' | 'upper',
  result: string,
  { t, language }: Reader,
): string {
  const outcome = result.startsWith('-') ? 'lost' : microsOf(result) === 0n ? 'even' : 'gained';
  const amount = `${formatMoney(result.replace('-', ''), language)}\u00A0${CURRENCY}`;
  return t(`partner:disclosure.money.${name}.${outcome}`, { amount });
}
