import { isOpen, type WithdrawalState } from './withdrawal.ts';

const WAY = ['requested', 'approved', 'sending', 'completed'] as const;

type Milestone<Step> = { state: WithdrawalState; step: Step | undefined; isCurrent: boolean };

/** The steps that were taken, and while it is open those that are still to come. */
export function timelineOf<Step extends { state: WithdrawalState }>(withdrawal: {
  state: WithdrawalState;
  steps: readonly Step[];
}): Milestone<Step>[] {
  const { state, steps } = withdrawal;
  const taken = steps.map((step) => ({ state: step.state, step, isCurrent: step.state === state }));
  const rest = isOpen(state) ? WAY.slice(WAY.findIndex((one) => one === state) + 1) : [];
  return [...taken, ...rest.map((next) => ({ state: next, step: undefined, isCurrent: false }))];
}
