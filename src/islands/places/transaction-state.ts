import type { Transaction } from '#contracts/transactions.ts';
import { microsOf, moneyText } from '#domain/money.ts';
import { LATE_DAYS } from '#domain/transaction.ts';
import { formatDate, formatMoney, formatTime, isoDay } from '#i18n/format.ts';
import { type Reader, whenOf } from '#i18n/reader.ts';

/** The node may not have returned an address yet. */
export function isPayable({ state, expires_at }: Transaction, now: Date): boolean {
  return (state === 'awaiting_payment' || state === 'underpaid') && now < new Date(expires_at);
}

export function isOverdue({ state, active_by }: Transaction, now: Date): boolean {
  return state === 'confirming' && active_by !== null && now > new Date(active_by);
}

export function describeTransaction(transaction: Transaction, now: Date, reader: Reader): string[] {
  const { t, language, timeZone } = reader;
  const { state, currency, zone, returned, paid_at: paidAt, active_by: activeBy, place } = transaction;
  const time = (at: string) => momentText(at, now, timeZone);
  const money = (amount: string) => `${formatMoney(amount, language)} ${currency}`;
  const came = money(moneyText(microsOf(transaction.paid) + microsOf(transaction.pending)));
  const missing = money(leftToPay(transaction));
  const isBack = microsOf(returned) > 0n;
  switch (state) {
    case 'awaiting_payment':
      return [transaction.payment ? t('transactions:status.to_pay') : t('transactions:status.asking')];
    case 'underpaid':
      return isPayable(transaction, now)
        ? [t('transactions:status.underpaid', { came, missing })]
        : [t('transactions:status.underpaid_late', { came, missing })];
    case 'confirming':
      return [
        paidAt && activeBy
          ? t('transactions:status.confirming', { paid: time(paidAt), by: time(activeBy), zone })
          : t('places:waiting.confirming'),
        ...(isOverdue(transaction, now) ? [t('transactions:status.overdue')] : []),
      ];
    case 'expired':
      return [t('transactions:status.expired'), t('transactions:status.late_money', { days: LATE_DAYS })];
    case 'paid_late':
      return [t('transactions:status.paid_late', { came })];
    case 'active':
      return [
        ...describePlace(place, reader),
        ...(isBack ? [t('transactions:status.too_much', { returned: money(returned) })] : []),
      ];
    case 'cancelled':
      return [
        isBack
          ? t('transactions:status.cancelled_back', { returned: money(returned) })
          : t('transactions:status.cancelled'),
      ];
  }
}

export function describePlace(place: Transaction['place'], { t, timeZone }: Reader): string[] {
  const { number = '', above, seat = 0, closing, closed_at: closedAt } = place ?? {};
  if (closing) {
    const at = closedAt ?? '';
    const date = closing === 'withdrawn' ? whenOf(at, { timeZone }) : formatDate(at, timeZone);
    return [t(`transactions:status.closed_${closing}`, { number, date })];
  }
  const active = t('transactions:status.active', { number });
  return above ? [active, t('transactions:status.seat', { seat, above })] : [active];
}

const MINUTE_MS = 60_000;

export function minutesLeft({ expires_at }: Transaction, now: Date): number {
  return Math.max(1, Math.floor((Date.parse(expires_at) - now.getTime()) / MINUTE_MS));
}

/** HH:mm, with the date in front unless it is today. */
export function momentText(at: string, now: Date, timeZone: string): string {
  const isToday = isoDay(new Date(at), timeZone) === isoDay(now, timeZone);
  return isToday ? formatTime(at, timeZone) : `${formatDate(at, timeZone)} ${formatTime(at, timeZone)}`;
}

export function leftToPay({ missing, pending }: Transaction): string {
  const leftMicros = microsOf(missing) - microsOf(pending);
  return moneyText(leftMicros > 0n ? leftMicros : 0n);
}
