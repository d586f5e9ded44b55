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
};
export const LONGEST_DELAY_MS = 60_000;
