import { DESTINATION_MAX } from '#domain/destination.ts';
import { CURRENCY } from '#domain/money.ts';
import type { OrderTerms } from '#domain/withdrawal-order.ts';
import type { Say } from '#i18n/brought-texts.ts';
import { formatMoney } from '#i18n/format.ts';
import type { Text } from './texts.ts';
import type { Words } from './words.ts';

/** The form's words with today's figures in them. */
export function makeWords(t: Say<Text>, terms: OrderTerms): Words {
  const sum = (amount: string) => `${formatMoney(amount)} ${CURRENCY}`;
  return {
    destination: t('finance:withdraw.destination'),
    destinationHint: t('finance:withdraw.destination_hint'),
    networks: { trc20: t('finance:networks.trc20'), qchain: t('finance:networks.qchain') },
    amount: t('finance:withdraw.amount'),
    amountHint: t('finance:withdraw.amount_hint', {
      available: sum(terms.available),
      minimum: sum(terms.minimum),
      left: sum(terms.daily_left),
    }),
    shares: { half: t('finance:withdraw.half'), all: t('finance:withdraw.all') },
    goOn: t('finance:withdraw.go_on'),
    check: t('finance:withdraw.check'),
    to: t('finance:withdraw.to'),
    network: t('finance:withdraw.network'),
    fee: t('finance:withdraw.fee'),
    arrives: t('finance:withdraw.arrives'),
    usualTime: t('finance:withdraw.usual_time'),
    pin: t('finance:pin.label'),
    pinHint: t('finance:pin.hint'),
    send: t('finance:withdraw.send'),
    sending: t('finance:withdraw.sending'),
    change: t('finance:withdraw.change'),
    broken: t('finance:withdraw.broken'),
    reused: t('finance:withdraw.reused'),
    faults: faultWords(t, terms),
  };
}

const PLAIN = [
  'required',
  'invalid',
  'amount_invalid',
  'destination_unknown',
  'destination_letters',
  'destination_checksum',
  'destination_other_chain',
  'destination_empty',
  'destination_contract',
  'pin_digits',
] as const;

function faultWords(t: Say<Text>, { available, minimum, daily_left }: OrderTerms): Words['faults'] {
  return {
    ...Object.fromEntries(PLAIN.map((code) => [code, t(`faults:${code}`)])),
    too_long: t('faults:too_long', { max: DESTINATION_MAX }),
    amount_below_minimum: t('faults:amount_below_minimum', { amount: formatMoney(minimum) }),
    amount_above_balance: t('faults:amount_above_balance', { amount: formatMoney(available) }),
    amount_above_daily: t('faults:amount_above_daily', { amount: formatMoney(daily_left) }),
  };
}
