import type { Availability } from './availability.ts';
import type { TransactionState } from './transaction.ts';

/** Where places are bought; the words are those of the routes. */
export const PLATFORMS = ['licenses', 'turbo', 'fast-money', 'dreamx'] as const;
export type Platform = (typeof PLATFORMS)[number];

export function readPlatform(word: string | undefined): Platform | undefined {
  return PLATFORMS.find((platform) => platform === word);
}

/**
 * How a plan stands for one member. `active` has an end, `bought` has none; `closed` is full and can't be bought again;
 * a place that has expired leaves its plan `available`. While a plan has an unfinished transaction, the state of that
 * says what is shown: `awaiting_payment` stands for all of them but `confirming`.
 */
export const CARD_STATES = [
  'available',
  'previous_required',
  'awaiting_payment',
  'confirming',
  'active',
  'bought',
  'closed',
  'in_development',
] as const;
export type CardState = (typeof CARD_STATES)[number];

/** Why a place is no longer open: every seat of its structure is taken, or its time has passed. */
export const CLOSINGS = ['full', 'expired'] as const;
export type Closing = (typeof CLOSINGS)[number];

/** What a board can be narrowed to. */
export const BOARD_FILTERS = ['mine', 'available'] as const;
export type BoardFilter = (typeof BOARD_FILTERS)[number];

const LETTERS: Record<Platform, string> = { licenses: 'L', turbo: 'T', 'fast-money': 'F', dreamx: 'X' };

/** What a place is called by people: `L-00042`. */
export function placeNumber(platform: Platform, id: number): string {
  return `${LETTERS[platform]}-${String(id).padStart(5, '0')}`;
}

/** The levels of a structure that are shown at once, the place at the top included. */
export const LEVELS_SHOWN = 3;

/** All seats of a structure, the place at its top included, when every seat has `width` below it. */
export function seatsOf({ width, levels }: { width: number; levels: number }): number {
  return Array.from({ length: levels }, (_, level) => width ** level).reduce((sum, seats) => sum + seats, 0);
}

type CardFacts = {
  availability: Availability;
  /** My newest place of the plan. */
  place: { closing: Closing | null; expiresAt: Date | null } | undefined;
  /** There is a plan before this one, and I never had a place of it. */
  lacksPrevious: boolean;
  /** My unfinished transaction, when it is for this plan. */
  unfinished: TransactionState | undefined;
};

/** How a plan's card looks to a member. */
export function cardState({ availability, place, lacksPrevious, unfinished }: CardFacts): CardState {
  if (unfinished) return unfinished === 'confirming' ? 'confirming' : 'awaiting_payment';
  if (place && place.closing !== 'expired') {
    if (place.closing === 'full') return 'closed';
    return place.expiresAt ? 'active' : 'bought';
  }
  if (availability !== 'on_sale') return 'in_development';
  return lacksPrevious ? 'previous_required' : 'available';
}

/** Why a plan in this state can't be asked for; that something is unfinished elsewhere is another matter. */
export function purchaseBlocker(state: CardState) {
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
