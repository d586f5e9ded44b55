/** Open pages learn only that something of this kind has changed. */
export const EVENT_KINDS = ['notices', 'withdrawals', 'transactions', 'registrations', 'support', 'exports'] as const;

export type EventKind = (typeof EVENT_KINDS)[number];

export type PageEvent = EventKind | 'session';

/** Last event of a stream whose session has ended. */
export const SESSION_OVER = 'session' satisfies PageEvent;
