import { type Placeholder, type SQL, sql } from 'drizzle-orm';
import type { PostCategory, PostKind } from '#domain/feed.ts';
import { type Language } from '#domain/languages.ts';
import { isUuid } from '#domain/uuid.ts';
import type { Db } from '#server/db/connect.ts';
import { type Member, posts } from '#server/db/schema/index.ts';
import type { Services } from '#server/api/services.ts';

export type FoundPost = {
  id: string;
  kind: PostKind;
  category: PostCategory;
  publishedAt: Date;
  isPinned: boolean;
  isUnread: boolean;
  webinar: Webinar | null;
  changedAt: Date;
  sequence: number;
  language: Language;
  isFallback: boolean;
  title: string;
  excerpt: string;
  html: string;
};

type Webinar = {
  startsAt: Date;
  minutes: number;
  speaker: string;
  joinUrl: string | null;
  recordingUrl: string | null;
};

export async function findPost({ db, clock }: Services, reader: Reader, id: string): Promise<FoundPost | undefined> {
  if (!isUuid(id)) return undefined;
  const [found] = await readPosts(db, reader, sql`select id from posts p where id = ${id} and ${isOut(clock.now())}`);
  return found;
}

/** Published by then and not withdrawn; needs `posts` as `p`. */
export function isOut(at: Date | Placeholder): SQL {
  return sql`p.withdrawn_at is null and p.published_at <= ${at instanceof Date ? at.toISOString() : at}`;
}

/** In any order. */
export async function readPosts(db: Db, reader: Reader, ids: SQL): Promise<FoundPost[]> {
  const found = await selectPosts(db, reader, ids);
  return found.map(({ post }) => post);
}

/** In any order. Every published post has a text in the site's fallback; older ones may have others. */
export async function selectPosts<Key extends { id: string }>(
  db: Db,
  reader: Reader,
  keys: SQL,
): Promise<{ key: Key; post: FoundPost }[]> {
  const { rows } = await db.execute<Row & { key: Key }>(sql`
    select p.id, p.kind, p.category, p.published_at, p.pinned_at is not null as is_pinned, p.starts_at, p.minutes,
      p.speaker, p.join_url, p.recording_url, p.changed_at, p.sequence,
      p.published_at > ${reader.readAt.toISOString()} and not exists (
        select from post_reads r where r.member_id = ${reader.memberId} and r.post_id = p.id
      ) as is_unread,
      t.language, t.title, t.excerpt, t.html, to_json(key) as key
    from (${keys}) as key
    join posts p on p.id = key.id
    cross join lateral (
      select * from post_texts where post_id = p.id
      order by language <> ${reader.language}, language <> ${reader.fallback}, language limit 1
    ) as t`);
  return rows.map((row) => ({ key: row.key, post: foundPost(row, reader) }));
}

type Row = {
  id: string;
  kind: PostKind;
  category: PostCategory;
  published_at: string;
  is_pinned: boolean;
  is_unread: boolean;
  starts_at: string | null;
  minutes: number | null;
  speaker: string | null;
  join_url: string | null;
  recording_url: string | null;
  changed_at: string;
  sequence: number;
  language: Language;
  title: string;
  excerpt: string;
  html: string;
};

function foundPost(row: Row, reader: Reader): FoundPost {
  const { starts_at: startsAt, minutes, speaker } = row;
  return {
    id: row.id,
    kind: row.kind,
    category: row.category,
    publishedAt: new Date(row.published_at),
    isPinned: row.is_pinned,
    isUnread: row.is_unread,
    webinar:
      startsAt !== null && minutes !== null
        ? {
            startsAt: new Date(startsAt),
            minutes,
            speaker: speaker ?? '',
            joinUrl: row.join_url,
            recordingUrl: row.recording_url,
          }
        : null,
    changedAt: new Date(row.changed_at),
    sequence: row.sequence,
    language: row.language,
    isFallback: row.language !== reader.language,
    title: row.title,
    excerpt: row.excerpt,
    html: row.html,
  };
}

export function postState(
  { withdrawnAt, publishedAt }: Pick<typeof posts.$inferSelect, 'withdrawnAt' | 'publishedAt'>,
  now: Date,
): 'withdrawn' | 'scheduled' | 'published' {
  if (withdrawnAt) return 'withdrawn';
  return publishedAt > now ? 'scheduled' : 'published';
}

/** Posts published by `readAt` are read; later ones are unread until opened. */
export type Reader = { memberId: number; readAt: Date; language: Language; fallback: Language };

export function readerOf(
  { id, feedReadAt, registeredAt }: Member,
  { config: { languages } }: Pick<Services, 'config'>,
  language: Language,
): Reader {
  return { memberId: id, readAt: feedReadAt ?? registeredAt, language, fallback: languages.fallback };
}
