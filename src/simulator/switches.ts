/**
 * How the simulator behaves towards Atrium. `slow` answers late; `down` refuses everything; `silent`, `nonsense` and
 * `gigabyte` do the work and then cut the line, answer what is no JSON, or never come to an end; `redirect` sends the
 * caller somewhere else.
 */
export const FAILURE_MODES = ['well', 'slow', 'down', 'silent', 'nonsense', 'redirect', 'gigabyte'] as const;
export type FailureMode = (typeof FAILURE_MODES)[number];

export type Switches = {
  failureMode: FailureMode;
  /** How late it answers while it is slow. */
  delayMs: number;
  /** Rejects the next payout that it has not seen before, at once and for good. */
  rejectsNext: boolean;
  /** Accepts payouts and waits until a person sends or rejects them. */
  holdsPayouts: boolean;
  /** Payments wait, seen but not confirmed, until a person confirms them. */
  holdsConfirmations: boolean;
  /** Tells Atrium when a payment request has changed. */
  sendsWebhooks: boolean;
  /** Sends each webhook twice. */
  sendsTwice: boolean;
  /** Holds a webhook back and sends it behind the next one. */
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
