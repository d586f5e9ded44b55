import type { Withdrawal } from '#contracts/finance.ts';
import { isOpen, type WithdrawalState } from '#domain/withdrawal.ts';

type Step = Withdrawal['steps'][number];
export type Milestone = { state: WithdrawalState; step: Step | undefined; isCurrent: boolean };

const WAY = ['requested', 'approved', 'sending', 'completed'] as const;

/** The steps that were taken, and while it is open those that are still to come. */
export function timelineOf({ state, steps }: Pick<Withdrawal, 'state' | 'steps'>): Milestone[] {
  const taken = steps.map((step) => ({ state: step.state, step, isCurrent: step.state === state }));
  const rest = isOpen(state) ? WAY.slice(WAY.findIndex((one) => one === state) + 1) : [];
  return [...taken, ...rest.map((next) => ({ state: next, step: undefined, isCurrent: false }))];
}
