export const POST_KINDS = ['news', 'webinar'] as const;
export type PostKind = (typeof POST_KINDS)[number];

export const POST_CATEGORIES = ['product', 'finance', 'places', 'languages', 'events', 'other'] as const;
export type PostCategory = (typeof POST_CATEGORIES)[number];

export const WEBINAR_STATES = ['soon', 'live', 'past'] as const;
export type WebinarState = (typeof WEBINAR_STATES)[number];

export const JOIN_MINUTES_BEFORE = 15;

export const WEBINAR_MINUTES_MAX = 12 * 60;

const MINUTE_MS = 60_000;

type Times = { startsAt: Date; minutes: number };

export function endOf({ startsAt, minutes }: Times): Date {
  return new Date(startsAt.getTime() + minutes * MINUTE_MS);
}

export function webinarState(webinar: Times, now: Date): WebinarState {
  if (now < webinar.startsAt) return 'soon';
  return now < endOf(webinar) ? 'live' : 'past';
}

export function canJoin(webinar: Times, now: Date): boolean {
  return joinOpensInMs(webinar, now) <= 0 && now < endOf(webinar);
}

const LAST_MS = 60 * MINUTE_MS;

/** Seconds until joining opens; null if it is open or more than an hour away. */
export function joinInSeconds(webinar: Times, now: Date): number | null {
  const waitMs = joinOpensInMs(webinar, now);
  return waitMs > 0 && waitMs <= LAST_MS ? Math.ceil(waitMs / 1000) : null;
}

function joinOpensInMs({ startsAt }: Times, now: Date): number {
  return startsAt.getTime() - JOIN_MINUTES_BEFORE * MINUTE_MS - now.getTime();
}
