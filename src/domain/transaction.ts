export const TRANSACTION_STATES = [
  'awaiting_payment',
  'underpaid',
  'confirming',
  'expired',
  'paid_late',
  'active',
  'cancelled',
] as const;
export type TransactionState = (typeof TRANSACTION_STATES)[number];

/** Money that arrives later goes to the member's balance. */
const ENDED_STATES = ['active', 'cancelled'] as const satisfies readonly TransactionState[];

export function isUnfinished(state: TransactionState): boolean {
  return !ENDED_STATES.some((ended) => ended === state);
}

export const UNFINISHED_STATES = TRANSACTION_STATES.filter(isUnfinished);

/** A payment on its way can't be recalled, so `confirming` can't be cancelled. */
export function canBeCancelled(state: TransactionState): boolean {
  return isUnfinished(state) && state !== 'confirming';
}

export const PAYABLE_MINUTES = 60;
/** The node is polled for late payments this long. */
export const LATE_DAYS = 30;
/** Longest usual time from payment to an open place. */
export const ACTIVATION_MINUTES = 15;

/** As the node reports it; callers leave out other currencies. */
export type SeenPayment = { amountMicros: bigint; isConfirmed: boolean; at: Date };

type Request = { state: TransactionState; priceMicros: bigint; expiresAt: Date };

/** Depends only on the payments seen so far, so that order and repetition don't matter. */
export function stateAfter(
  { state, priceMicros, expiresAt }: Request,
  payments: readonly SeenPayment[],
  now: Date,
): TransactionState {
  if (!isUnfinished(state)) return state;
  const confirmed = payments.filter(({ isConfirmed }) => isConfirmed);
  const inTime = confirmed.filter(({ at }) => at <= expiresAt);
  if (sumOf(inTime) >= priceMicros) return 'active';
  if (sumOf(confirmed) >= priceMicros) return 'paid_late';
  if (sumOf(payments) >= priceMicros) return 'confirming';
  if (sumOf(payments) > 0n) return 'underpaid';
  return now < expiresAt ? 'awaiting_payment' : 'expired';
}

export function sumOf(payments: readonly Pick<SeenPayment, 'amountMicros'>[]): bigint {
  return payments.reduce((sum, { amountMicros }) => sum + amountMicros, 0n);
}

type ShownFields = {
  state: TransactionState;
  payment: { address: string } | null;
  paid: string;
  pending: string;
  returned: string;
  withdrawal: { withdrawn_at: string | null } | null;
};

/** If this changes, the page is outdated. */
export function shownOf({ state, payment, paid, pending, returned, withdrawal }: ShownFields): string {
  return [state, payment?.address, paid, pending, returned, withdrawal?.withdrawn_at].join();
}
