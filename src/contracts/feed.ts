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
  /** The first words, without marks. */
  excerpt: z.string(),
  /** In which language it is told; another than asked for when it was not written in that. */
  language: z.enum(LANGUAGES.map(({ segment }) => segment)),
  is_fallback: z.boolean(),
  is_pinned: z.boolean(),
  is_unread: z.boolean(),
  published_at: z.iso.datetime(),
  webinar: z.nullable(
    z.object({
      state: z.enum(WEBINAR_STATES),
      starts_at: z.iso.datetime(),
      minutes: z.int(),
      speaker: z.string(),
      /** From a quarter of an hour before the beginning until the end. */
      join_url: z.nullable(z.string()),
      recording_url: z.nullable(z.string()),
    }),
  ),
});

export type Post = z.infer<typeof post>;

/** With its text, as HTML that can be shown as it is. */
const wholePost = z.extend(post, {
  html: z.string(),
  /** Of a webinar, until its link is there; in the last hour before. */
  join_in_seconds: z.nullable(z.int()),
  /** Of what a calendar shows: when it was changed last, and how often. */
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
  /** `unread` is of each kind, counted up to a hundred. */
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

/** Where a calendar program finds the webinars; whoever knows the address can read them. */
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

/** When everything was marked as read, and until when it had been before. */
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
  /** What takes it back; of everything only. */
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
