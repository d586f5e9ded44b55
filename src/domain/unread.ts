/** Counting stops here: 100 means 100 or more. */
export const UNREAD_COUNTED = 100;
