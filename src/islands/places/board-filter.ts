import type { Plan } from '#contracts/places.ts';
import { BOARD_FILTERS, type BoardFilter, type CardState } from '#domain/places.ts';

/** What the address narrows the board to; any other word shows everything. */
export function readBoardFilter(params: URLSearchParams): BoardFilter | undefined {
  return BOARD_FILTERS.find((filter) => filter === params.get('show'));
}

export function narrowPlans(plans: readonly Plan[], filter: BoardFilter | undefined): readonly Plan[] {
  return filter ? plans.filter(tests[filter]) : plans;
}

/** What can be bought stands first, then what is on its way and what runs; what is over stands last. */
const ORDER: readonly CardState[] = [
  'available',
  'awaiting_payment',
  'confirming',
  'active',
  'previous_required',
  'in_development',
  'bought',
  'closed',
];

export function sortPlans(plans: readonly Plan[]): readonly Plan[] {
  return plans.toSorted((a, b) => ORDER.indexOf(a.state) - ORDER.indexOf(b.state));
}

const tests: Record<BoardFilter, (plan: Plan) => boolean> = {
  mine: ({ place, state }) => place !== null || state === 'awaiting_payment' || state === 'confirming',
  available: ({ state }) => state === 'available',
};
