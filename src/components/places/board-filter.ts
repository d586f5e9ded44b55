import type { Plan } from '#contracts/places.ts';
import { BOARD_FILTERS, type BoardFilter } from '#domain/places.ts';

/** What the address narrows the board to; any other word shows everything. */
export function readBoardFilter(params: URLSearchParams): BoardFilter | undefined {
  return BOARD_FILTERS.find((filter) => filter === params.get('show'));
}

export function narrowPlans(plans: readonly Plan[], filter: BoardFilter | undefined): readonly Plan[] {
  return filter ? plans.filter(tests[filter]) : plans;
}

const tests: Record<BoardFilter, (plan: Plan) => boolean> = {
  mine: ({ place, state }) => place !== null || state === 'awaiting_payment' || state === 'confirming',
  available: ({ state }) => state === 'available',
};
