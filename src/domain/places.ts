import type { Availability } from './availability.ts';
import type { TransactionState } from './transaction.ts';

export const PLATFORMS = ['licenses', 'turbo', 'fast-money', 'dreamx'] as const;
export type Platform = (typeof PLATFORMS)[number];

export function readPlatform(word: string | undefined): Platform | undefined {
  return PLATFORMS.find((platform) => platform === word);
}

/** `active` ends, `bought` does not, `closed` is full. `awaiting_payment` is any unfinished state but `confirming`. */
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

/** After `withdrawn` the seat is free again. */
export const CLOSINGS = ['full', 'expired', 'withdrawn'] as const;
export type Closing = (typeof CLOSINGS)[number];
export type EndOfLicence = Exclude<Closing, 'withdrawn'>;

export const BOARD_FILTERS = ['mine', 'available'] as const;
export type BoardFilter = (typeof BOARD_FILTERS)[number];

const LETTERS: Record<Platform, string> = { licenses: 'L', turbo: 'T', 'fast-money': 'F', dreamx: 'X' };

/** `L-00042`. */
export function placeNumber(platform: Platform, id: number): string {
  return `${LETTERS[platform]}-${String(id).padStart(5, '0')}`;
}

export const LEVELS_SHOWN = 3;

/** Includes the place at the top. */
export function seatsOf({ width, levels }: { width: number; levels: number }): number {
  return Array.from({ length: levels }, (_, level) => width ** level).reduce((sum, seats) => sum + seats, 0);
}

type CardFacts = {
  availability: Availability;
  place: { closing: Closing | null; expiresAt: Date | null } | undefined;
  lacksPrevious: boolean;
  unfinished: TransactionState | undefined;
};

export function cardState({ availability, place, lacksPrevious, unfinished }: CardFacts): CardState {
  if (unfinished) return unfinished === 'confirming' ? 'confirming' : 'awaiting_payment';
  if (place && place.closing !== 'expired') {
    if (place.closing === 'full') return 'closed';
    return place.expiresAt ? 'active' : 'bought';
  }
  if (availability !== 'on_sale') return 'in_development';
  return lacksPrevious ? 'previous_required' : 'available';
}

/** Ignores unfinished transactions of other plans. */
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
