/** The life of a request to pay for a place. */
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

/** Ended for good; money that still comes goes to the member's balance. */
const ENDED_STATES = ['active', 'cancelled'] as const satisfies readonly TransactionState[];

export function isUnfinished(state: TransactionState): boolean {
  return !ENDED_STATES.some((ended) => ended === state);
}

export const UNFINISHED_STATES = TRANSACTION_STATES.filter(isUnfinished);

/** Money on its way can't be called back, so a request that is being confirmed waits for it. */
export function canBeCancelled(state: TransactionState): boolean {
  return isUnfinished(state) && state !== 'confirming';
}

/** A price holds, and a request can be paid, for so long. */
export const PAYABLE_MINUTES = 60;
/** The node is still asked about money for so long after a request could be paid. */
export const LATE_DAYS = 30;
/** By then a place is open after its payment has come. */
export const ACTIVATION_MINUTES = 15;

/** A payment as the node tells it. Only what is in the right currency and confirmed is money. */
export type SeenPayment = { amountMicros: bigint; isConfirmed: boolean; at: Date };

type Request = { state: TransactionState; priceMicros: bigint; expiresAt: Date };

/**
 * Where a request stands by all that the node has seen for it so far. Nothing but these payments counts, so it is the
 * same in whatever order and however often they are told.
 */
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

type Shown = {
  state: TransactionState;
  payment: { address: string } | null;
  paid: string;
  pending: string;
  returned: string;
};

/** What a page shows of a transaction; when it differs, the page is out of date. */
export function shownOf({ state, payment, paid, pending, returned }: Shown): string {
  return [state, payment?.address, paid, pending, returned].join();
}
