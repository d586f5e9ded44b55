import { microsOf, MICROS_PER_USDT } from './money.ts';

export type OrderTerms = {
  available: string;
  daily_left: string;
  minimum: string;
  fee: string;
  /** Refunded money that was not sent yet: without minimum, fee and daily limit. */
  refund: string;
  node_id_pattern: string;
};

export const SHARES = ['half', 'all'] as const;
export type Share = (typeof SHARES)[number];

const MICROS_PER_CENT = MICROS_PER_USDT / 100n;

/** `all` to the last micro, `half` in whole cents. */
export function shareMicros({ available, daily_left, refund }: OrderTerms, share: Share): bigint {
  const most = lesser(microsOf(available), microsOf(daily_left) + microsOf(refund));
  return share === 'all' ? most : most / 2n - ((most / 2n) % MICROS_PER_CENT);
}

type Bounds = Record<'minimumMicros' | 'availableMicros' | 'dailyLeftMicros' | 'refundMicros', bigint>;

export function amountFault(amountMicros: bigint, bounds: Bounds) {
  const { minimumMicros, availableMicros, dailyLeftMicros, refundMicros } = bounds;
  if (amountMicros < minimumMicros && amountMicros > refundMicros) return 'amount_below_minimum';
  if (amountMicros > availableMicros) return 'amount_above_balance';
  return amountMicros > dailyLeftMicros + refundMicros ? 'amount_above_daily' : undefined;
}

export function boundsOf({ minimum, available, daily_left, refund }: OrderTerms): Bounds {
  return {
    minimumMicros: microsOf(minimum),
    availableMicros: microsOf(available),
    dailyLeftMicros: microsOf(daily_left),
    refundMicros: microsOf(refund),
  };
}

/** Refunds leave first. The fee is never taken from them. */
export function partsOf(
  amountMicros: bigint,
  { refundMicros, feeMicros }: Record<'refundMicros' | 'feeMicros', bigint>,
) {
  const refunded = lesser(amountMicros, refundMicros);
  return { refundMicros: refunded, feeMicros: lesser(feeMicros, amountMicros - refunded) };
}

export function arrivingMicros(amountMicros: bigint, { fee, refund }: Pick<OrderTerms, 'fee' | 'refund'>): bigint {
  const parts = partsOf(amountMicros, { refundMicros: microsOf(refund), feeMicros: microsOf(fee) });
  return amountMicros - parts.feeMicros;
}

function lesser(one: bigint, other: bigint): bigint {
  return one < other ? one : other;
}
