/** What a member's open pages are told of: that something of this kind has changed, and no more. */
export const EVENT_KINDS = ['notices', 'withdrawals', 'transactions', 'registrations', 'support'] as const;

export type EventKind = (typeof EVENT_KINDS)[number];

/** What else the stream says: that anything may have changed, and that the session is over. */
export const REFRESH = 'refresh';
export const SESSION_OVER = 'end';
