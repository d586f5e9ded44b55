/** What a member's open pages are told of: that something of this kind has changed, and no more. */
export const EVENT_KINDS = ['notices', 'withdrawals', 'transactions', 'registrations', 'support', 'exports'] as const;

export type EventKind = (typeof EVENT_KINDS)[number];

/** What islands hear of; `session`: who is signed in may have changed. */
export type PageEvent = EventKind | 'session';

/** What else the stream says, as its last word: the session is over. */
export const SESSION_OVER = 'session' satisfies PageEvent;
