/** Why a member of the first line needs a hand, in the order of the list; the first that fits is the only one. */
export const HAND_REASONS = ['place_ends', 'joined', 'not_activated', 'no_place'] as const;
export type HandReason = (typeof HAND_REASONS)[number];

/** Calendar days, today included: a week that starts on Monday would forget who joined on Sunday. */
export const JOINED_DAYS = 7;
export const PLACE_ENDS_DAYS = 14;
export const SNOOZE_DAYS = 7;
