import { and, asc, desc, eq, gt, isNotNull, isNull, lte, notExists, type SQL, sql } from 'drizzle-orm';
import type * as z from 'zod/mini';
import type { ConsolePost, listConsolePosts } from '#contracts/console/posts.ts';
import type { OutputOf } from '#contracts/contract.ts';
import type { Language, SiteLanguages } from '#domain/languages.ts';
import { type Refused, refuseField } from '#domain/refusals.ts';
import type { Db } from '#server/db/connect.ts';
import { postDrafts, posts } from '#server/db/schema/index.ts';
import { postState, readPostFields } from '#server/members/feed/index.ts';
import type { Services } from '#server/api/services.ts';
import { keysetOf, PAGE } from './keyset.ts';

type SelectedPost = { post: typeof posts.$inferSelect; title: string; languages: Language[]; hasDraft: boolean };
type Page = OutputOf<typeof listConsolePosts>;

/** Shown before the first page: drafts that were never published. More of them under state `draft`. */
const DRAFTS_FIRST = 20;

const SORTS = {
  published_at: { column: posts.publishedAt, type: 'timestamptz' },
  // Same collation as the search, so that one index serves both.
  slug: { column: sql`${posts.slug} collate "C"`, type: 'text' },
} as const;
const SLUG = { column: posts.slug, type: 'text' } as const;

export async function list(
  services: Services,
  input: z.output<typeof listConsolePosts.input>,
): Promise<Page | Refused> {
  const { state, kind, search, sort = '-published_at', cursor, limit = PAGE } = input;
  if (state === 'draft') return listDrafts(services, input);
  const keyset = keysetOf(SORTS, sort, sort.endsWith('slug') ? SORTS.slug : SLUG, cursor);
  if (!keyset) return refuseField('cursor', 'invalid');
  const now = services.clock.now();
  const { languages } = services.config;
  const fetchedRows = await select(services.db, languages)
    .where(and(kind && eq(posts.kind, kind), beginsWith(posts.slug, search), inState(state, now), keyset.behind))
    .orderBy(...keyset.order)
    .limit(limit + 1);
  const { rows, next } = keyset.page(fetchedRows, limit, ({ post: { slug, publishedAt } }) => {
    return [sort.endsWith('slug') ? slug : publishedAt, slug];
  });
  const isBare = !state && !kind && !search && !cursor && sort === '-published_at';
  const drafts = isBare ? await listUnpublished(services.db, languages) : [];
  return { items: [...drafts, ...rows.map((row) => present(row, now, languages))], next };
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

/** `~` sorts after every character of a slug. */
function beginsWith(column: typeof posts.slug | typeof postDrafts.slug, search: string | undefined): SQL | undefined {
  const start = search?.trim().toLowerCase();
  return start ? sql`${column} collate "C" >= ${start} and ${column} collate "C" < ${`${start}~`}` : undefined;
}

function select(db: Db, { fallback }: SiteLanguages) {
  return db
    .select({
      post: posts,
      title: sql<string>`(select title from post_texts where post_id = ${posts.id}
        order by language <> ${fallback}, language limit 1)`,
      languages: sql<Language[]>`array(select language from post_texts where post_id = ${posts.id})`,
      hasDraft: sql<boolean>`exists (select from ${postDrafts} where ${postDrafts.slug} = ${posts.slug})`,
    })
    .from(posts)
    .$dynamic();
}

function present(
  { post, title, languages, hasDraft }: SelectedPost,
  now: Date,
  { offered }: SiteLanguages,
): ConsolePost {
  return {
    slug: post.slug,
    kind: post.kind,
    state: postState(post, now),
    is_pinned: post.pinnedAt !== null,
    has_draft: hasDraft,
    title,
    published_at: post.publishedAt.toISOString(),
    missing: offered.filter((language) => !languages.includes(language)),
  };
}

type DraftRow = { slug: string; file: string };

function presentDraft({ slug, file }: DraftRow, { offered }: SiteLanguages): ConsolePost {
  const { kind, texts } = readPostFields(file, 'UTC');
  const missing = texts.filter(
    ({ language, title, markdown }) => offered.includes(language) && (!title.trim() || !markdown.trim()),
  );
  const title = texts.find(({ title: words }) => words.trim())?.title ?? '';
  return {
    ...{ slug, kind, state: null, is_pinned: false, has_draft: true, title, published_at: null },
    missing: missing.map(({ language }) => language),
  };
}

const draftColumns = { slug: postDrafts.slug, file: postDrafts.file };

async function listUnpublished(db: Db, languages: SiteLanguages): Promise<ConsolePost[]> {
  const rows = await db
    .select(draftColumns)
    .from(postDrafts)
    .where(notExists(db.select({ slug: posts.slug }).from(posts).where(eq(posts.slug, postDrafts.slug))))
    .orderBy(desc(postDrafts.changedAt))
    .limit(DRAFTS_FIRST);
  return rows.map((row) => presentDraft(row, languages));
}

/** By slug, because `changedAt` of drafts changes while paging. */
async function listDrafts(
  { db, clock, config: { languages } }: Services,
  { kind, search, cursor, limit = PAGE }: z.output<typeof listConsolePosts.input>,
): Promise<Page | Refused> {
  const slugs = { column: postDrafts.slug, type: 'text' } as const;
  const keyset = keysetOf({ slug: slugs }, 'slug', slugs, cursor);
  if (!keyset) return refuseField('cursor', 'invalid');
  const fetchedRows = await db
    .select(draftColumns)
    .from(postDrafts)
    .where(and(beginsWith(postDrafts.slug, search), keyset.behind))
    .orderBy(asc(postDrafts.slug))
    .limit(limit + 1);
  const { rows, next } = keyset.page(fetchedRows, limit, ({ slug }) => [slug, slug]);
  const now = clock.now();
  const published = new Map(
    rows.length > 0
      ? (await select(db, languages).where(sql`${posts.slug} in ${rows.map(({ slug }) => slug)}`)).map((row) => [
          row.post.slug,
          row,
        ])
      : [],
  );
  const items = rows.map((row) => {
    const post = published.get(row.slug);
    return post ? present(post, now, languages) : presentDraft(row, languages);
  });
  return { items: kind ? items.filter((post) => post.kind === kind) : items, next };
}

export async function find(db: Db, { clock, config: { languages } }: Services, slug: string): Promise<ConsolePost> {
  const [found] = await select(db, languages).where(eq(posts.slug, slug));
  return present(found!, clock.now(), languages);
}
