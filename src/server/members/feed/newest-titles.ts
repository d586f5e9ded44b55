import { sql } from 'drizzle-orm';
import type { Post } from '#contracts/feed.ts';
import type { Language } from '#domain/languages.ts';
import type { Services } from '#server/api/services.ts';
import { isOut } from './queries.ts';

const NEWEST = 500;

type Title = Pick<Post, 'id' | 'kind' | 'title' | 'published_at'>;

/** Titles of the newest 500 posts, in the language or else in the site's fallback. */
export async function newestTitles(
  { db, clock, config: { languages } }: Pick<Services, 'db' | 'clock' | 'config'>,
  language: Language,
): Promise<Title[]> {
  const { rows } = await db.execute<Title>(sql`
    select p.id, p.kind, t.title, p.published_at
    from (
      select id, kind, published_at from posts p where ${isOut(clock.now())} order by published_at desc limit ${NEWEST}
    ) as p
    cross join lateral (
      select title from post_texts where post_id = p.id
      order by language <> ${language}, language <> ${languages.fallback}, language limit 1
    ) as t
    order by p.published_at desc`);
  return rows.map((row) => ({ ...row, published_at: new Date(row.published_at).toISOString() }));
}
