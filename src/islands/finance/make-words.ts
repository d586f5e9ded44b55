import type { OutputOf } from '#contracts/contract.ts';
import type { getBalance } from '#contracts/finance.ts';
import { DESTINATION_MAX } from '#domain/destination.ts';
import { CURRENCY } from '#domain/money.ts';
import { formatMoney } from '#i18n/format.ts';
import type { Translate } from '#i18n/translator.ts';
import type { Words } from './words.ts';

type Balance = OutputOf<typeof getBalance>;

/** The form's words with today's figures in them. `usual` says how long it usually takes. */
export function makeWords(t: Translate, { available, withdrawal }: Balance, usual: string | undefined): Words {
  const sum = (amount: string) => `${formatMoney(amount)} ${CURRENCY}`;
  const terms = {
    available: sum(available),
    minimum: sum(withdrawal.minimum),
    left: sum(withdrawal.daily_left),
  };
  return {
    destination: t('finance:withdraw.destination'),
    destinationHint: t('finance:withdraw.destination_hint'),
    networks: { trc20: t('finance:networks.trc20'), qchain: t('finance:networks.qchain') },
    amount: t('finance:withdraw.amount'),
    amountHint: t('finance:withdraw.amount_hint', terms),
    shares: { half: t('finance:withdraw.half'), all: t('finance:withdraw.all') },
    goOn: t('finance:withdraw.go_on'),
    check: t('finance:withdraw.check'),
    to: t('finance:withdraw.to'),
    network: t('finance:withdraw.network'),
    fee: t('finance:withdraw.fee'),
    arrives: t('finance:withdraw.arrives'),
    usualTime: t('finance:withdraw.usual_time'),
    usual,
    pin: t('finance:pin.label'),
    pinHint: t('finance:pin.hint'),
    send: t('finance:withdraw.send'),
    sending: t('finance:withdraw.sending'),
    change: t('finance:withdraw.change'),
    broken: t('finance:withdraw.broken'),
    reused: t('finance:withdraw.reused'),
    faults: faultWords(t, { available, ...withdrawal }),
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

type Terms = Pick<Balance, 'available'> & Balance['withdrawal'];

function faultWords(t: Translate, { available, minimum, daily_left }: Terms): Words['faults'] {
  return {
    ...Object.fromEntries(PLAIN.map((code) => [code, t(`faults:${code}`)])),
    too_long: t('faults:too_long', { max: DESTINATION_MAX }),
    amount_below_minimum: t('faults:amount_below_minimum', { amount: formatMoney(minimum) }),
    amount_above_balance: t('faults:amount_above_balance', { amount: formatMoney(available) }),
    amount_above_daily: t('faults:amount_above_daily', { amount: formatMoney(daily_left) }),
  };
}
