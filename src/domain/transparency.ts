/** Sums of fewer members aren't published. */
export const FEW_MEMBERS = 5;

export const ACTIVE_DAYS = 90;

/** Months on the page; the file has all. */
export const MONTHS_SHOWN = 24;
