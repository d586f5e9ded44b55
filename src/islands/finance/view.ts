import { newUid } from '#client/new-uid.ts';
import { isUndecided, type Refusal } from '#contracts/call.ts';
import { DESTINATION_MAX, type Network } from '#domain/destination.ts';
import { readFault } from '#domain/field-faults.ts';
import { moneyText } from '#domain/money.ts';
import type { OrderTerms } from '#domain/withdrawal-order.ts';
import { formatMoney } from '#i18n/format.ts';
import type { Reader } from '#i18n/reader.ts';
import type { Balance } from '#stores/balance.ts';

/** Id of the form. The language menu submits it, so typed text survives. */
export const ORDER_FORM = 'order';

type TypedOrder = { destination: string; amountText: string };

/** What the card of withdrawals lists. */
export const PENDING = { open: 'yes', receipts: 'yes' } as const;

/** Checked; `amount` is in wire format. */
export type Order = { destination: string; amount: string; network: Network };

/** A new `focus` object moves the focus; the server renders none. */
type FormFeedback<Field extends string> = {
  errors: Partial<Record<Field, readonly string[]>>;
  notice?: string | undefined;
  focus?: { on: Field | 'heading' } | undefined;
};

export type OrderView = { at: 'order'; typed: TypedOrder } & FormFeedback<'destination' | 'amount'>;
export type ReviewView = { at: 'review'; order: Order; uid: string } & FormFeedback<'pin' | 'code'>;

export type View = OrderView | ReviewView;

export type Words = Pick<Reader, 't' | 'language'>;

export function faultText({ t, language }: Words, fault: string, terms: OrderTerms): string {
  const { available, minimum, daily_left } = terms;
  const { code } = readFault(fault);
  switch (code) {
    case 'too_long':
      return t('faults:too_long', { max: DESTINATION_MAX });
    case 'amount_below_minimum':
      return t('faults:amount_below_minimum', { amount: formatMoney(minimum, language) });
    case 'amount_above_balance':
      return t('faults:amount_above_balance', { amount: formatMoney(available, language) });
    case 'amount_above_daily':
      return t('faults:amount_above_daily', { amount: formatMoney(daily_left, language) });
    case 'required':
    case 'amount_invalid':
    case 'amount_unclear':
    case 'destination_unknown':
    case 'destination_letters':
    case 'destination_checksum':
    case 'destination_other_chain':
    case 'destination_empty':
    case 'destination_contract':
      return t(`faults:${code}`);
    default:
      return t('faults:invalid');
  }
}

export function termsOf({ available, withdrawal }: Balance): OrderTerms {
  const { minimum, fee, refund, daily_left, node_id_pattern } = withdrawal;
  return { available, minimum, fee, refund, daily_left, node_id_pattern };
}

export function orderOf({
  amountMicros,
  ...to
}: {
  destination: string;
  network: Network;
  amountMicros: bigint;
}): Order {
  return { ...to, amount: moneyText(amountMicros) };
}

/** View after a refusal. `undefined` means that the connection broke: the outcome is unknown and the uid stays. */
export function afterRefusal(view: ReviewView, refusal: Refusal | undefined, { t, language }: Words): View {
  if (!refusal) return { ...view, errors: {}, notice: t('finance:withdraw.broken'), focus: undefined };
  const { code, detail, fields = {} } = refusal;
  const { destination, amount, pin, code: codeFaults } = fields;
  if (destination || amount) {
    const focus = { on: destination ? 'destination' : 'amount' } as const;
    const typed = { destination: view.order.destination, amountText: formatMoney(view.order.amount, language) };
    return { at: 'order', typed, errors: { destination: destination ?? [], amount: amount ?? [] }, focus };
  }
  return {
    ...view,
    uid: isUndecided(refusal) ? view.uid : newUid(),
    errors: { ...(pin && { pin }), ...(codeFaults && { code: codeFaults }) },
    notice: pin || codeFaults ? undefined : code === 'uid_reused' ? t('finance:withdraw.reused') : detail,
    focus: pin ? { on: 'pin' } : codeFaults && { on: 'code' },
  };
}
