import type { Availability, CardState, Closing } from './places.ts';
import type { TransactionState } from './transaction.ts';

type Standing = {
  availability: Availability;
  /** My newest place of the plan. */
  place: { closing: Closing | null; expiresAt: Date | null } | undefined;
  /** There is a plan before this one, and I never had a place of it. */
  lacksPrevious: boolean;
  /** My unfinished transaction, when it is for this plan. */
  unfinished: TransactionState | undefined;
};

/** How a plan's card looks to a member. */
export function cardState({ availability, place, lacksPrevious, unfinished }: Standing): CardState {
  if (unfinished) return unfinished === 'confirming' ? 'confirming' : 'awaiting_payment';
  if (place && place.closing !== 'expired') {
    if (place.closing === 'full') return 'closed';
    return place.expiresAt ? 'active' : 'bought';
  }
  if (availability !== 'on_sale') return 'in_development';
  return lacksPrevious ? 'previous_required' : 'available';
}

/** Why a plan in this state can't be asked for; that something is unfinished elsewhere is another matter. */
export function purchaseObstacle(state: CardState) {
  switch (state) {
    case 'in_development':
      return 'plan_not_on_sale';
    case 'previous_required':
      return 'previous_plan_required';
    case 'active':
    case 'bought':
    case 'closed':
      return 'already_bought';
    case 'awaiting_payment':
    case 'confirming':
      return 'unfinished_transaction';
    case 'available':
      return undefined;
  }
}
