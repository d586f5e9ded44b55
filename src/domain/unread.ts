/** Unread notices, and unread posts of a kind, are counted up to here: so many, or more. */
export const UNREAD_COUNTED = 100;
