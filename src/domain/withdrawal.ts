/** Money is held from the first state until a final one. */
export const WITHDRAWAL_STATES = [
  'requested',
  'approved',
  'sending',
  'completed',
  'cancelled',
  'rejected',
  'failed',
] as const;
export type WithdrawalState = (typeof WITHDRAWAL_STATES)[number];

/** A trigger in the database has the same list. */
export const NEXT_STATES: Record<WithdrawalState, readonly WithdrawalState[]> = {
  requested: ['approved', 'cancelled', 'rejected'],
  approved: ['sending', 'rejected'],
  sending: ['completed', 'failed'],
  completed: [],
  cancelled: [],
  rejected: [],
  failed: [],
};

export const OPEN_STATES = WITHDRAWAL_STATES.filter((state) => NEXT_STATES[state].length > 0);

const RETURNED_STATES = ['cancelled', 'rejected', 'failed'] as const satisfies readonly WithdrawalState[];

export function isOpen(state: WithdrawalState): boolean {
  return NEXT_STATES[state].length > 0;
}

export function isReturned(state: WithdrawalState): boolean {
  return RETURNED_STATES.some((returned) => returned === state);
}

/** How long a withdrawal that ended stays among the open ones; a member's own cancellation doesn't. */
export const RECEIPT_SECONDS = 24 * 60 * 60;

/** In the order in which they are shown. */
export const WITHDRAWAL_BLOCKERS = [
  'pin_not_set',
  'stopped',
  'pin_closed',
  'pin_expired',
  'pin_waits',
  'paused_pin',
  'paused_password',
  'paused_email',
  'no_destination',
  'daily_limit',
  'too_little',
] as const;
export type WithdrawalBlocker = (typeof WITHDRAWAL_BLOCKERS)[number];

export const PAYOUT_FAILURES = ['destination', 'network', 'rejected', 'other'] as const;
export type PayoutFailure = (typeof PAYOUT_FAILURES)[number];

export function shownOf(withdrawals: readonly { id: string; state: WithdrawalState }[]): string {
  return withdrawals.map(({ id, state }) => `${id} ${state}`).join();
}

const WAY = ['requested', 'approved', 'sending', 'completed'] as const;

type Milestone<Step> = { state: WithdrawalState; step: Step | undefined; isCurrent: boolean };

export function timelineOf<Step extends { state: WithdrawalState }>(withdrawal: {
  state: WithdrawalState;
  steps: readonly Step[];
}): Milestone<Step>[] {
  const { state, steps } = withdrawal;
  const pastSteps = steps.map((step) => ({ state: step.state, step, isCurrent: step.state === state }));
  const nextStates = isOpen(state) ? WAY.slice(WAY.findIndex((one) => one === state) + 1) : [];
  return [...pastSteps, ...nextStates.map((next) => ({ state: next, step: undefined, isCurrent: false }))];
}
