import { CURRENCY } from '#domain/money.ts';
import { formatMoney } from '#i18n/format.ts';
import type { Reader } from '#i18n/reader.ts';

/** `21 639.31 USDT` */
export function amountText(amount: string, { language }: Pick<Reader, 'language'>): string {
  return `${formatMoney(amount, language)} ${CURRENCY}`;
}
