/** `silent`, `nonsense` and `gigabyte` do the work before they spoil the response. */
export const FAILURE_MODES = ['well', 'slow', 'down', 'silent', 'nonsense', 'redirect', 'gigabyte'] as const;
export type FailureMode = (typeof FAILURE_MODES)[number];

export type Switches = {
  failureMode: FailureMode;
  delayMs: number;
  /** Applies to the next new order only. */
  rejectsNext: boolean;
  holdsPayouts: boolean;
  holdsConfirmations: boolean;
  sendsWebhooks: boolean;
  sendsTwice: boolean;
  /** Holds a webhook back until after the next one. */
  outOfOrder: boolean;
  /** Whole USDT, not changed by payouts; null: this node doesn't know the call. */
  balance: number | null;
};

export const CALM: Switches = {
  failureMode: 'well',
  delayMs: 2_000,
  rejectsNext: false,
  holdsPayouts: false,
  holdsConfirmations: false,
  sendsWebhooks: true,
  sendsTwice: false,
  outOfOrder: false,
  balance: 50_000,
};
export const LONGEST_DELAY_MS = 60_000;
export const MAX_BALANCE = 1_000_000_000;
