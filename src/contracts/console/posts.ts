import * as z from 'zod/mini';
import { POST_CATEGORIES, POST_KINDS } from '#domain/feed.ts';
import { fault } from '#domain/field-faults.ts';
import { LANGUAGES } from '#domain/languages.ts';
import { SLUG_PATTERN } from '#domain/slug.ts';
import { contract } from '../contract.ts';
import { filter, must, pageOf, requiredText, text } from '../fields.ts';
import { difference, draftState, listFields, reasonField, seenField, shownField } from './fields.ts';

const language = z.enum(LANGUAGES.map(({ segment }) => segment));

const POST_STATES = ['scheduled', 'published', 'withdrawn'] as const;
export const POST_FILTERS = ['draft', 'scheduled', 'published', 'pinned', 'withdrawn'] as const;

const row = z.object({
  slug: z.string(),
  kind: z.enum(POST_KINDS),
  /** Null before the first publication. */
  state: z.nullable(z.enum(POST_STATES)),
  is_pinned: z.boolean(),
  has_draft: z.boolean(),
  title: z.string(),
  published_at: z.nullable(z.iso.datetime()),
  missing: z.array(language),
});
export type ConsolePost = z.infer<typeof row>;

export const listConsolePosts = contract({
  method: 'GET',
  path: '/operator/api/posts/',
  summary: 'All posts, those that members don’t see too; drafts that were never published come first',
  caller: 'staff',
  ability: 'posts.read',
  input: z.strictObject({
    state: filter(z.enum(POST_FILTERS, fault('invalid'))),
    kind: filter(z.enum(POST_KINDS, fault('invalid'))),
    search: filter(text(64)),
    ...listFields(['published_at', 'slug']),
  }),
  output: z.object(pageOf(row)),
  success: 200,
  refusals: [],
});

/** Limits of a draft; publishing allows less and lists the faults. */
const LINE_MAX = 1_000;
const MARKDOWN_MAX = 60_000;
const line = text(LINE_MAX);

/** Drafts may be unfinished. Times are local to the platform: `2026-11-24T19:00`. */
const postFields = {
  kind: z.enum(POST_KINDS, fault('invalid')),
  category: z.enum(POST_CATEGORIES, fault('invalid')),
  published_at: line,
  pinned: z.boolean(fault('invalid')),
  webinar: z.strictObject({ starts_at: line, minutes: line, speaker: line, join_url: line, recording_url: line }),
  texts: z
    .array(z.strictObject({ language, title: line, markdown: text(MARKDOWN_MAX) }))
    .check(z.maxLength(LANGUAGES.length, fault('invalid'))),
};
const fields = z.object(postFields);
export type PostFields = z.infer<typeof fields>;

const slugField = requiredText(64).check(must((value) => SLUG_PATTERN.test(value), 'slug_pattern'));
const slug = requiredText(64);

const postWithDraft = z.object({
  slug: z.string(),
  state: z.nullable(z.enum(POST_STATES)),
  is_pinned: z.boolean(),
  draft: z.nullable(draftState),
  fields,
  file: z.string(),
  ...difference,
});
export type ConsolePostDraft = z.infer<typeof postWithDraft>;

export const getConsolePost = contract({
  method: 'GET',
  path: '/operator/api/posts/{slug}/',
  summary: 'A post as it is written, its draft where there is one, and what publishing that would change',
  caller: 'staff',
  ability: 'posts.read',
  input: z.strictObject({ slug }),
  output: postWithDraft,
  success: 200,
  refusals: ['not_found'],
});

export const beginPost = contract({
  method: 'POST',
  path: '/operator/api/posts/',
  summary: 'Begins a draft of a new post; its slug is the name of its file and stays',
  caller: 'staff',
  ability: 'posts.change',
  input: z.strictObject({ slug: slugField, kind: z.enum(POST_KINDS, fault('invalid')) }),
  output: z.object({ slug: z.string() }),
  success: 201,
  refusals: [],
});

export const savePostDraft = contract({
  method: 'POST',
  path: '/operator/api/posts/{slug}/draft/',
  summary: 'Keeps the draft, mistakes and all; members see nothing of it',
  caller: 'staff',
  ability: 'posts.change',
  input: z.strictObject({ slug, seen: seenField, ...postFields }),
  output: postWithDraft,
  success: 200,
  refusals: ['not_found', 'draft_moved_on'],
});

export const discardPostDraft = contract({
  method: 'POST',
  path: '/operator/api/posts/{slug}/draft/removal/',
  summary: 'Throws the draft away; what was published stays as it is',
  caller: 'staff',
  ability: 'posts.change',
  input: z.strictObject({ slug, seen: seenField, reason: reasonField }),
  output: z.object({ slug: z.string() }),
  success: 200,
  refusals: ['draft_moved_on'],
});

export const publishPostDraft = contract({
  method: 'POST',
  path: '/operator/api/posts/{slug}/draft/publication/',
  summary: 'Publishes the draft, when what it changes is still what was shown; a withdrawn post is back with it',
  caller: 'staff',
  ability: 'posts.change',
  input: z.strictObject({ slug, shown: shownField, reason: reasonField }),
  output: postWithDraft,
  success: 200,
  refusals: ['not_found', 'draft_moved_on', 'draft_wrong'],
});

export const withdrawConsolePost = contract({
  method: 'POST',
  path: '/operator/api/posts/{slug}/withdrawal/',
  summary: 'Takes a post out of everybody’s sight; publishing it again brings it back',
  caller: 'staff',
  ability: 'posts.change',
  input: z.strictObject({ slug, reason: reasonField }),
  output: row,
  success: 200,
  refusals: ['not_found', 'decided_before'],
});

export const pinConsolePost = contract({
  method: 'POST',
  path: '/operator/api/posts/{slug}/pin/',
  summary: 'Pins a post above the others, or takes its pin away; doing so again changes nothing',
  caller: 'staff',
  ability: 'posts.change',
  input: z.strictObject({ slug, pin: z.enum(['on', 'off'], fault('invalid')), reason: reasonField }),
  output: row,
  success: 200,
  refusals: ['not_found'],
});

export const previewPost = contract({
  method: 'POST',
  path: '/operator/api/posts/preview/',
  summary: 'Markdown as the feed shows it, and what in it keeps it from being published',
  caller: 'staff',
  ability: 'posts.read',
  input: z.strictObject({ markdown: text(MARKDOWN_MAX) }),
  output: z.object({ html: z.string(), excerpt: z.string(), wrong: z.array(z.string()) }),
  success: 200,
  refusals: [],
});
