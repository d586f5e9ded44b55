import { CURRENCY } from '#domain/money.ts';
import { formatMoney } from '#i18n/format.ts';
import type { Reader } from '#i18n/reader.ts';

type Language = Pick<Reader, 'language'>;

/** `21 639.31 USDT` */
export function amountText(amount: string, { language }: Language): string {
  return withCurrency(formatMoney(amount, language));
}

/** Never broken before the currency. */
export function withCurrency(amount: string): string {
  return `${amount}\u00A0${CURRENCY}`;
}

/** For amounts in one column or list: all get as many decimals as the one that has most. */
export function alignedAmounts(amounts: readonly (string | null)[], { language }: Language) {
  const decimals = Math.max(...amounts.map((amount) => decimalsOf(amount ?? '')));
  return (amount: string) => formatMoney(amount, language) + '0'.repeat(Math.max(decimals - decimalsOf(amount), 0));
}

/** Those that `formatMoney` shows. */
function decimalsOf(amount: string): number {
  return Math.max(2, (amount.split('.')[1] ?? '').replace(/0+$/, '').length);
}
