import { and, asc, desc, eq, gt, isNotNull, isNull, lte, notExists, type SQL, sql } from 'drizzle-orm';
import type * as z from 'zod/mini';
import type {
  beginPost,
  ConsolePost,
  ConsolePostDraft,
  discardPostDraft,
  listConsolePosts,
  pinConsolePost,
  previewPost,
  publishPostDraft,
  savePostDraft,
  withdrawConsolePost,
} from '#contracts/console/posts.ts';
import type { OutputOf } from '#contracts/contract.ts';
import { DEFAULT_LANGUAGE, type Language, LANGUAGES } from '#domain/languages.ts';
import { fault } from '#domain/field-faults.ts';
import { isRefused, refuse, type Refused, refuseField } from '#domain/refusals.ts';
import type { Db } from '#server/db/connect.ts';
import { postDrafts, posts, postTexts } from '#server/db/schema/index.ts';
import { tryOut } from '#server/db/transaction.ts';
import {
  emptyPostFields,
  fieldsOfPost,
  hasLanguageLine,
  MARKDOWN_MAX,
  pinPost,
  postState,
  publishPost,
  readPostFields,
  readPostFile,
  withdrawPost,
  writeHtml,
  writePostFile,
} from '#server/feed/index.ts';
import type { Services } from '#server/services.ts';
import type { StaffCaller } from '#server/http/caller.ts';
import { audited } from '#server/staff/index.ts';
import { draftState, fingerprint, lockDraft, POST_DRAFTS, readDraft, removeDraft, saveDraft } from './drafts.ts';
import { keysetOf } from './keyset.ts';

type PostRow = typeof posts.$inferSelect;
type Listed = { post: PostRow; title: string; languages: Language[]; hasDraft: boolean };
type Page = OutputOf<typeof listConsolePosts>;

const PAGE = 50;
/** Drafts that were never published, before the first page of all posts; the others are found by asking for drafts. */
const DRAFTS_FIRST = 20;

const SORTS = {
  published_at: { column: posts.publishedAt, type: 'timestamptz' },
  slug: { column: posts.slug, type: 'text' },
} as const;

export async function list(
  services: Services,
  input: z.output<typeof listConsolePosts.input>,
): Promise<Page | Refused> {
  const { state, kind, search, sort = '-published_at', cursor, limit = PAGE } = input;
  if (state === 'draft') return listDrafts(services, input);
  const keyset = keysetOf(SORTS, sort, posts.slug, cursor);
  if (!keyset) return refuseField('cursor', 'invalid');
  const now = services.clock.now();
  const found = await select(services.db)
    .where(and(kind && eq(posts.kind, kind), beginsWith(posts.slug, search), inState(state, now), keyset.behind))
    .orderBy(...keyset.order)
    .limit(limit + 1);
  const rows = found.slice(0, limit);
  const last = found.length > limit ? rows.at(-1)?.post : undefined;
  const isBare = !state && !kind && !search && !cursor && sort === '-published_at';
  const drafts = isBare ? await unpublished(services.db) : [];
  return {
    items: [...drafts, ...rows.map((row) => present(row, now))],
    next: last ? keyset.write(sort.endsWith('slug') ? last.slug : last.publishedAt, last.slug) : null,
  };
}

function inState(state: 'scheduled' | 'published' | 'pinned' | 'withdrawn' | undefined, now: Date): SQL | undefined {
  switch (state) {
    case 'scheduled':
      return and(isNull(posts.withdrawnAt), gt(posts.publishedAt, now));
    case 'published':
      return and(isNull(posts.withdrawnAt), lte(posts.publishedAt, now));
    case 'pinned':
      return isNotNull(posts.pinnedAt);
    case 'withdrawn':
      return isNotNull(posts.withdrawnAt);
    case undefined:
      return undefined;
  }
}

/** Slugs have only signs that come before `~`. */
function beginsWith(column: typeof posts.slug | typeof postDrafts.slug, search: string | undefined): SQL | undefined {
  const start = search?.trim().toLowerCase();
  return start ? sql`${column} collate "C" >= ${start} and ${column} collate "C" < ${`${start}~`}` : undefined;
}

function select(db: Db) {
  return db
    .select({
      post: posts,
      title: postTexts.title,
      languages: sql<Language[]>`array(select language from post_texts where post_id = ${posts.id})`,
      hasDraft: sql<boolean>`exists (select from ${postDrafts} where ${postDrafts.slug} = ${posts.slug})`,
    })
    .from(posts)
    .innerJoin(postTexts, and(eq(postTexts.postId, posts.id), eq(postTexts.language, DEFAULT_LANGUAGE)))
    .$dynamic();
}

function present({ post, title, languages, hasDraft }: Listed, now: Date): ConsolePost {
  return {
    slug: post.slug,
    kind: post.kind,
    state: postState(post, now),
    is_pinned: post.pinnedAt !== null,
    has_draft: hasDraft,
    title,
    published_at: post.publishedAt.toISOString(),
    missing: LANGUAGES.map(({ segment }) => segment).filter((one) => !languages.includes(one)),
  };
}

type DraftRow = { slug: string; file: string };

function presentDraft({ slug, file }: DraftRow): ConsolePost {
  const { kind, texts } = readPostFields(file, 'UTC');
  const missing = texts.filter(({ title, markdown }) => !title.trim() || !markdown.trim());
  const title = texts.find(({ title: words }) => words.trim())?.title ?? '';
  return {
    ...{ slug, kind, state: null, is_pinned: false, has_draft: true, title, published_at: null },
    missing: missing.map(({ language }) => language),
  };
}

const draftColumns = { slug: postDrafts.slug, file: postDrafts.file };

async function unpublished(db: Db): Promise<ConsolePost[]> {
  const rows = await db
    .select(draftColumns)
    .from(postDrafts)
    .where(notExists(db.select({ slug: posts.slug }).from(posts).where(eq(posts.slug, postDrafts.slug))))
    .orderBy(desc(postDrafts.changedAt))
    .limit(DRAFTS_FIRST);
  return rows.map(presentDraft);
}

/** In the order of their slugs, whatever was asked for: a draft has no other that lasts. */
async function listDrafts(
  { db, clock }: Services,
  { kind, search, cursor, limit = PAGE }: z.output<typeof listConsolePosts.input>,
): Promise<Page | Refused> {
  const keyset = keysetOf({ slug: { column: postDrafts.slug, type: 'text' } }, 'slug', postDrafts.slug, cursor);
  if (!keyset) return refuseField('cursor', 'invalid');
  const found = await db
    .select(draftColumns)
    .from(postDrafts)
    .where(and(beginsWith(postDrafts.slug, search), keyset.behind))
    .orderBy(asc(postDrafts.slug))
    .limit(limit + 1);
  const rows = found.slice(0, limit);
  const now = clock.now();
  const published = new Map(
    rows.length > 0
      ? (await select(db).where(sql`${posts.slug} in ${rows.map(({ slug }) => slug)}`)).map((row) => [row.post.slug, row])
      : [],
  );
  const items = rows.map((row) => {
    const post = published.get(row.slug);
    return post ? present(post, now) : presentDraft(row);
  });
  const last = found.length > limit ? rows.at(-1)?.slug : undefined;
  return {
    items: kind ? items.filter((one) => one.kind === kind) : items,
    next: last === undefined ? null : keyset.write(last, last),
  };
}

/** A post as its form shows it: its draft, or else what was published. */
export async function describe(services: Services, slug: string): Promise<ConsolePostDraft | Refused> {
  const { db, config, clock } = services;
  const [draft, [post]] = await Promise.all([
    readDraft(db, POST_DRAFTS, slug),
    db.select().from(posts).where(eq(posts.slug, slug)),
  ]);
  if (!draft && !post) return refuse('not_found');
  const file = draft?.file ?? (await fileOf(db, post!, config.timeZone));
  const tried = await tryOut(services.transaction, (tx) => publishFile(tx, services, slug, file));
  return {
    slug,
    state: post ? postState(post, clock.now()) : null,
    is_pinned: Boolean(post?.pinnedAt),
    draft: draftState(draft),
    fields: readPostFields(file, config.timeZone),
    file,
    ...tried.shown,
  };
}

async function fileOf(db: Db, post: PostRow, timeZone: string): Promise<string> {
  const texts = await db.select().from(postTexts).where(eq(postTexts.postId, post.id));
  return writePostFile(post.slug, fieldsOfPost(post, texts, timeZone), timeZone);
}

export async function begin(
  services: Services,
  { slug, kind }: z.output<typeof beginPost.input>,
  { session }: StaffCaller,
): Promise<{ slug: string } | Refused> {
  const { clock, config } = services;
  const now = clock.now();
  const file = writePostFile(slug, emptyPostFields(kind, now, config.timeZone), config.timeZone);
  return services.transaction(async (tx) => {
    const [post] = await tx.select({ slug: posts.slug }).from(posts).where(eq(posts.slug, slug));
    if (post) return refuseField('slug', 'slug_taken');
    const saved = await saveDraft(tx, POST_DRAFTS, { id: slug, file, seen: '', staffId: session.staff.id, now });
    return isRefused(saved) ? refuseField('slug', 'slug_taken') : { slug };
  });
}

export async function save(
  services: Services,
  { slug, seen, ...fields }: z.output<typeof savePostDraft.input>,
  { session }: StaffCaller,
): Promise<ConsolePostDraft | Refused> {
  const torn = fields.texts.flatMap(({ markdown }, index) => (hasLanguageLine(markdown) ? [index] : []));
  if (torn.length > 0) {
    const faults = torn.map((index) => [`texts.${index}.markdown`, [fault('language_line')]]);
    return refuse('invalid', { fields: Object.fromEntries(faults) as Record<string, string[]> });
  }
  const file = writePostFile(slug, fields, services.config.timeZone);
  const saved = await services.transaction(async (tx) => {
    // A draft that another threw away does not come back by itself; one of a post begins with the first change.
    const isKnown = seen !== '' || (await isPost(tx, slug));
    if (!isKnown) return refuse('not_found');
    const write = { id: slug, file, seen, staffId: session.staff.id, now: services.clock.now() };
    return saveDraft(tx, POST_DRAFTS, write);
  });
  return isRefused(saved) ? saved : describe(services, slug);
}

async function isPost(tx: Db, slug: string): Promise<boolean> {
  const [post] = await tx.select({ slug: posts.slug }).from(posts).where(eq(posts.slug, slug));
  return post !== undefined;
}

export function discard(
  services: Services,
  { slug, seen, reason }: z.output<typeof discardPostDraft.input>,
  caller: StaffCaller,
): Promise<{ slug: string } | Refused> {
  return audited<{ slug: string }>(services, caller, reason, async (tx) => {
    const gone = await removeDraft(tx, POST_DRAFTS, { id: slug, seen });
    if (isRefused(gone)) return gone;
    const change = { action: 'posts draft (discarded)', subject: `post:${slug}` };
    return { answer: { slug }, change: gone.removed ? change : undefined };
  });
}

/** What is published is what somebody has read: when the draft or the post has changed since, nothing is. */
export async function publish(
  services: Services,
  { slug, shown, reason }: z.output<typeof publishPostDraft.input>,
  caller: StaffCaller,
): Promise<ConsolePostDraft | Refused> {
  const done = await audited(services, caller, reason, async (tx) => {
    const file = await lockDraft(tx, POST_DRAFTS, slug);
    if (file === undefined) return refuse('not_found');
    const { state, shown: now } = await publishFile(tx, services, slug, file);
    if (now.shown !== shown) return refuse('draft_moved_on');
    if (!state) return refuse('draft_wrong');
    await tx.delete(postDrafts).where(eq(postDrafts.slug, slug));
    const change = {
      action: 'posts publish',
      subject: `post:${slug}`,
      before: Object.fromEntries(now.changes.map(({ name, before }) => [name || 'languages', before])),
      after: Object.fromEntries(now.changes.map(({ name, after }) => [name || 'languages', after])),
    };
    return { answer: {}, change: state === 'same' ? undefined : change };
  });
  return isRefused(done) ? done : describe(services, slug);
}

type Shown = Pick<ConsolePostDraft, 'wrong' | 'changes' | 'shown'>;

/** As the command does it. */
async function publishFile(
  tx: Db,
  services: Services,
  subject: string,
  file: string,
): Promise<{ state: 'new' | 'changed' | 'same' | undefined; shown: Shown }> {
  const read = readPostFile(file);
  const published = 'wrong' in read ? read : await publishPost(tx, services, read.post);
  if ('wrong' in published) {
    const wrong = published.wrong.split('\n');
    return { state: undefined, shown: { wrong, changes: [], shown: fingerprint(file, wrong) } };
  }
  const languages = 'wrong' in read ? [] : read.post.texts.map(({ language }) => language);
  const changes =
    published.state === 'new'
      ? [{ subject, name: '', before: null, after: languages.join(', ') }]
      : published.changes.map((one) => ({ subject, ...one }));
  return { state: published.state, shown: { wrong: [], changes, shown: fingerprint(file, published.state, changes) } };
}

export function withdraw(
  services: Services,
  { slug, reason }: z.output<typeof withdrawConsolePost.input>,
  caller: StaffCaller,
): Promise<ConsolePost | Refused> {
  return audited<ConsolePost>(services, caller, reason, async (tx) => {
    const { state } = await withdrawPost(tx, services, slug);
    if (state === 'unknown') return refuse('not_found');
    if (state === 'withdrawn before') return refuse('decided_before');
    const change = { action: 'posts withdraw', subject: `post:${slug}`, before: { withdrawn: false }, after: { withdrawn: true } };
    return { answer: await find(tx, services, slug), change };
  });
}

export function pin(
  services: Services,
  { slug, pin: wish, reason }: z.output<typeof pinConsolePost.input>,
  caller: StaffCaller,
): Promise<ConsolePost | Refused> {
  return audited<ConsolePost>(services, caller, reason, async (tx) => {
    const isPinned = wish === 'on';
    const { state } = await pinPost(tx, services, slug, isPinned);
    if (state === 'unknown') return refuse('not_found');
    const change = {
      action: isPinned ? 'posts pin' : 'posts unpin',
      subject: `post:${slug}`,
      before: { pinned: !isPinned },
      after: { pinned: isPinned },
    };
    return { answer: await find(tx, services, slug), change: state === 'same' ? undefined : change };
  });
}

async function find(db: Db, { clock }: Services, slug: string): Promise<ConsolePost> {
  const [found] = await select(db).where(eq(posts.slug, slug));
  return present(found!, clock.now());
}

/** The very HTML of the feed; what that would refuse is left out of it and told. */
export function preview({ markdown }: z.output<typeof previewPost.input>): OutputOf<typeof previewPost> {
  const { html, excerpt, faults } = writeHtml(markdown.slice(0, MARKDOWN_MAX));
  const tooLong = markdown.length > MARKDOWN_MAX ? [`is longer than ${MARKDOWN_MAX} signs`] : [];
  return { html, excerpt, wrong: [...tooLong, ...faults] };
}
