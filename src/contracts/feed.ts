import * as z from 'zod/mini';
import { fault } from '#domain/field-faults.ts';
import { POST_CATEGORIES, POST_KINDS, WEBINAR_STATES } from '#domain/feed.ts';
import { LANGUAGES } from '#domain/languages.ts';
import { contract } from './contract.ts';
import { filter, pageFields, pageOf, text } from './fields.ts';

const FEED_PAGE_MAX = 50;
const READ_AT_ONCE_MAX = 100;

const post = z.object({
  id: z.string(),
  kind: z.enum(POST_KINDS),
  category: z.enum(POST_CATEGORIES),
  title: z.string(),
  excerpt: z.string(),
  /** `ru` if `is_fallback`, otherwise the requested one. */
  language: z.enum(LANGUAGES.map(({ segment }) => segment)),
  is_fallback: z.boolean(),
  is_pinned: z.boolean(),
  is_unread: z.boolean(),
  published_at: z.iso.datetime(),
  webinar: z.nullable(
    z.object({
      state: z.enum(WEBINAR_STATES),
      starts_at: z.iso.datetime(),
      /** In the platform’s time zone and the requested language; browsers write names differently and slowly. */
      local: z.object({ day: z.string(), month: z.string(), zone: z.string() }),
      minutes: z.int(),
      speaker: z.string(),
      /** Null except from 15 minutes before the beginning until the end. */
      join_url: z.nullable(z.string()),
      recording_url: z.nullable(z.string()),
    }),
  ),
});

export type Post = z.infer<typeof post>;

const wholePost = z.extend(post, {
  html: z.string(),
  /** Null except in the last hour before `join_url` appears. */
  join_in_seconds: z.nullable(z.int()),
  /** `sequence` counts changes of what calendars show; `changed_at` is of any change. */
  changed_at: z.iso.datetime(),
  sequence: z.int(),
});

export type WholePost = z.infer<typeof wholePost>;

export const listFeed = contract({
  method: 'GET',
  path: '/api/feed/',
  summary: 'News and webinars, pinned ones first, then newest first; webinars that are still to come soonest first',
  caller: 'member',
  mayLag: true,
  input: z.strictObject({
    kind: filter(z.enum(POST_KINDS, { error: fault('invalid') })),
    ...pageFields(FEED_PAGE_MAX),
  }),
  /** `unread` stops at 100 per kind. */
  output: z.object({
    ...pageOf(post),
    unread: z.object({ news: z.int(), webinar: z.int() }),
  }),
  success: 200,
  refusals: [],
});

export const getPost = contract({
  method: 'GET',
  path: '/api/feed/{id}/',
  summary: 'One post with its whole text, as HTML that can be shown as it is',
  caller: 'member',
  mayLag: true,
  input: z.strictObject({ id: text(64) }),
  output: wholePost,
  success: 200,
  refusals: ['not_found'],
});

/** Secret: anyone with the address can read the webinars. Null if there is none. */
const calendarAddress = z.object({ address: z.nullable(z.url()) });

export const getCalendar = contract({
  method: 'GET',
  path: '/api/feed/calendar/',
  summary: 'My private calendar address, if I have one',
  caller: 'member',
  input: z.strictObject({}),
  output: calendarAddress,
  success: 200,
  refusals: [],
});

export const renewCalendar = contract({
  method: 'POST',
  path: '/api/feed/calendar/',
  summary: 'Makes me a private calendar address; one that I had before stops working',
  caller: 'member',
  input: z.strictObject({}),
  output: calendarAddress,
  success: 200,
  refusals: ['too_often'],
});

export const readCalendar = contract({
  method: 'GET',
  path: '/api/feed/calendar/webinars/',
  summary: 'The webinars of the last month and those to come, for whoever has a private calendar address',
  caller: 'anyone',
  input: z.strictObject({ key: text(128) }),
  output: z.object({ items: z.array(wholePost), next: z.null() }),
  success: 200,
  refusals: ['not_found', 'too_often'],
});

const undoRead = z.object({
  marked_at: z.iso.datetime({ error: fault('invalid') }),
  before: z.nullable(z.iso.datetime({ error: fault('invalid') })),
});

export type UndoRead = z.infer<typeof undoRead>;

export const markRead = contract({
  method: 'POST',
  path: '/api/feed/read/',
  summary: 'Marks posts as read, or with `all` everything that is published by now',
  caller: 'member',
  input: z.strictObject({
    ids: z.optional(z.array(text(64)).check(z.maxLength(READ_AT_ONCE_MAX, fault('invalid')))),
    all: z.optional(z.literal(true, fault('invalid'))),
  }),
  output: z.object({ undo: z.nullable(undoRead) }),
  success: 200,
  refusals: [],
});

export const undoMarkRead = contract({
  method: 'POST',
  path: '/api/feed/unread/',
  summary: 'Takes back that everything was marked as read, unless it has been marked once more since',
  caller: 'member',
  input: z.strictObject(undoRead.shape),
  output: z.object({}),
  success: 200,
  refusals: [],
});
