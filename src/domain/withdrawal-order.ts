import { microsOf, MICROS_PER_USDT } from './money.ts';

export type OrderTerms = {
  available: string;
  daily_left: string;
  minimum: string;
  fee: string;
  node_id_pattern: string;
};

export const SHARES = ['half', 'all'] as const;
export type Share = (typeof SHARES)[number];

const MICROS_PER_CENT = MICROS_PER_USDT / 100n;

/** `all` to the last micro, `half` in whole cents. */
export function shareMicros({ available, daily_left }: OrderTerms, share: Share): bigint {
  const [availableMicros, dailyLeftMicros] = [microsOf(available), microsOf(daily_left)];
  const most = availableMicros < dailyLeftMicros ? availableMicros : dailyLeftMicros;
  return share === 'all' ? most : most / 2n - ((most / 2n) % MICROS_PER_CENT);
}

type Bounds = Record<'minimumMicros' | 'availableMicros' | 'dailyLeftMicros', bigint>;

export function amountFault(amountMicros: bigint, { minimumMicros, availableMicros, dailyLeftMicros }: Bounds) {
  if (amountMicros < minimumMicros) return 'amount_below_minimum';
  if (amountMicros > availableMicros) return 'amount_above_balance';
  return amountMicros > dailyLeftMicros ? 'amount_above_daily' : undefined;
}

export function boundsOf({ minimum, available, daily_left }: OrderTerms): Bounds {
  return {
    minimumMicros: microsOf(minimum),
    availableMicros: microsOf(available),
    dailyLeftMicros: microsOf(daily_left),
  };
}

export function arrivingMicros(amountMicros: bigint, { fee }: Pick<OrderTerms, 'fee'>): bigint {
  return amountMicros - microsOf(fee);
}
