/** What moves a member's balance, as the history names it. */
export const HISTORY_KINDS = ['accrual', 'correction', 'deposit', 'purchase', 'withdrawal'] as const;
export type HistoryKind = (typeof HISTORY_KINDS)[number];

/** What the platform pays earnings for; the operator says which. */
export const ACCRUAL_REASONS = ['referral', 'closing', 'transition', 'rank', 'service'] as const;

/** What an import of earnings may be called: its name is part of the keys of its transfers. */
export const BATCH_PATTERN = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;
export const DOCUMENT_MAX = 128;
