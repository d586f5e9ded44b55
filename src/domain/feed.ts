/** What the feed holds. */
export const POST_KINDS = ['news', 'webinar'] as const;
export type PostKind = (typeof POST_KINDS)[number];

/** What a post is about; the words are in `locales/<tag>/feed.json`. */
export const POST_CATEGORIES = ['product', 'finance', 'places', 'languages', 'events', 'other'] as const;
export type PostCategory = (typeof POST_CATEGORIES)[number];

export const WEBINAR_STATES = ['soon', 'live', 'past'] as const;
export type WebinarState = (typeof WEBINAR_STATES)[number];

/** The link to join is there so many minutes before the beginning. */
export const JOIN_MINUTES_BEFORE = 15;

/** No webinar is longer. */
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

/** Whether somebody may go in: a quarter of an hour before it begins until it ends. */
export function canJoin(webinar: Times, now: Date): boolean {
  return joinOpensInMs(webinar, now) <= 0 && now < endOf(webinar);
}

const LAST_MS = 60 * MINUTE_MS;

/** How long somebody who waits for a webinar has to wait until they may go in; nothing when it is more than an hour. */
export function joinInSeconds(webinar: Times, now: Date): number | null {
  const waitMs = joinOpensInMs(webinar, now);
  return waitMs > 0 && waitMs <= LAST_MS ? Math.ceil(waitMs / 1000) : null;
}

function joinOpensInMs({ startsAt }: Times, now: Date): number {
  return startsAt.getTime() - JOIN_MINUTES_BEFORE * MINUTE_MS - now.getTime();
}
