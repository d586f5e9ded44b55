import { notInArray, sql } from 'drizzle-orm';
import { afterEach, expect, test } from 'vitest';
import { listFeed } from '#contracts/feed.ts';
import type { PageCall } from '#contracts/call.ts';
import type { InputOf } from '#contracts/contract.ts';
import { findUpcoming } from '#islands/shared/find-upcoming.ts';
import { POST_KINDS } from '#domain/feed.ts';
import { addSeconds } from '#server/base/clock.ts';
import { posts, postTexts } from '#server/db/schema/index.ts';
import { countUnread } from '#server/members/feed/mark-read.ts';
import { listPosts } from '#server/members/feed/list-posts.ts';
import { dataOf } from '../../../support/app/api.ts';
import { openPress, titlesOf } from './press.ts';

const press = await openPress();
const { services, clock, list, publish } = press;
const start = clock.now();
const DAY = 24 * 60 * 60;
const inDays = (days: number) => addSeconds(start, days * DAY);

await publish('old-and-pinned', { published: inDays(-9), pinned: true });
await publish('old', { published: inDays(-8) });
await publish('yesterday', { published: inDays(-1) });
await publish('tomorrow', { published: inDays(1) });
await publish('taken-back', { published: inDays(-2) });
await press.withdraw('taken-back');
await publish('next-week', { published: inDays(-3), starts: inDays(7) });
await publish('in-two-days', { published: inDays(-7), starts: inDays(2), pinned: true });
await publish('long-ago', { published: inDays(-6), starts: inDays(-5) });
await publish('lately', { published: inDays(-5), starts: inDays(-2), minutes: 600 });
await publish('on-now', { published: inDays(-4), starts: addSeconds(start, -600), minutes: 60 });
const there = (await services.db.select({ id: posts.id }).from(posts)).map(({ id }) => id);

/** Deletes a test's posts and sets the clock back. */
afterEach(async () => {
  await services.db.delete(postTexts).where(notInArray(postTexts.postId, there));
  await services.db.delete(posts).where(notInArray(posts.id, there));
  clock.advance((start.getTime() - clock.now().getTime()) / 1000);
});

/** Reads all pages; `between` runs after each page. */
async function walk(input: InputOf<typeof listFeed>, between = async () => {}): Promise<string[]> {
  const titles: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await list('anna', { ...input, cursor });
    titles.push(...titlesOf(page));
    cursor = page.next ?? undefined;
    await between();
  } while (cursor);
  return titles;
}

const NEWS = ['old-and-pinned', 'yesterday', 'old'];
const WEBINARS = ['on-now', 'in-two-days', 'next-week', 'lately', 'long-ago'];
const ALL = ['in-two-days', 'old-and-pinned', 'yesterday', 'next-week', 'on-now', 'lately', 'long-ago', 'old'];

test('news are there pinned first, then newest first; neither those to come nor those withdrawn', async () => {
  expect(titlesOf(await list('anna', { kind: 'news' }))).toEqual(NEWS);
});

test('webinars are there live and soonest first, then the past newest first', async () => {
  const page = await list('anna', { kind: 'webinar' });
  expect(titlesOf(page)).toEqual(WEBINARS);
  expect(page.items.map(({ webinar }) => webinar?.state)).toEqual(['live', 'soon', 'soon', 'past', 'past']);
});

test('the whole feed is both, pinned first', async () => {
  expect(titlesOf(await list('anna'))).toEqual(ALL);
});

test.each(['1', '2', '3', '50'])('pages of %s hold everything once, in order', async (limit) => {
  expect(await walk({ limit })).toEqual(ALL);
  expect(await walk({ limit, kind: 'news' })).toEqual(NEWS);
  expect(await walk({ limit, kind: 'webinar' })).toEqual(WEBINARS);
});

test.each(['news', 'webinar'] as const)(
  'a list of the kind %s keeps still under whoever pages through it',
  async (kind) => {
    const before = await walk({ kind, limit: '50' });
    const meanwhile = async () => {
      clock.advance(DAY);
      const slug = `${kind}-${clock.now().getTime()}`;
      await publish(slug, {
        published: clock.now(),
        ...(kind === 'webinar' && { starts: addSeconds(clock.now(), 60) }),
      });
    };
    expect(await walk({ kind, limit: '1' }, meanwhile)).toEqual(before);
    expect(await walk({ kind, limit: '50' })).not.toEqual(before);
  },
);

test('pages show as many webinars to come as they want, also while others have just ended', async () => {
  const into = (clock.now().getTime() / 1000) % 300;
  clock.advance(300 - into + 120);
  for (const [slug, seconds] of Object.entries({
    'ended-a': -660,
    'ended-b': -650,
    'coming-a': 600,
    'coming-b': 700,
  })) {
    await publish(slug, { starts: addSeconds(clock.now(), seconds), minutes: 10 });
  }
  const bearer = await press.bearerOf('anna');
  const call: PageCall = (contract, input = {} as never) => press.api.call(contract, input, { bearer });
  const next = dataOf(await findUpcoming(call, 2)).map(({ title }) => title);
  expect(next).toHaveLength(2);
  expect(next.filter((title) => title.startsWith('ended-'))).toEqual([]);
});

test('posts published in the same moment are told apart', async () => {
  const at = clock.now();
  for (const slug of ['twin-a', 'twin-b', 'twin-c']) await publish(slug, { published: at, starts: at });
  const newest = (await walk({ limit: '1' })).filter((title) => title.startsWith('twin-'));
  expect(newest.toSorted()).toEqual(['twin-a', 'twin-b', 'twin-c']);
  const live = (await walk({ limit: '1', kind: 'webinar' })).filter((title) => title.startsWith('twin-'));
  expect(live.toSorted()).toEqual(['twin-a', 'twin-b', 'twin-c']);
});

test('among ten thousand posts a page looks at no more than it shows', async () => {
  await services.db.execute(sql`
    with made as (
      insert into posts (id, slug, kind, category, published_at, starts_at, minutes, speaker, changed_at)
      select gen_random_uuid(), 'crowd-' || n, case when n % 2 = 0 then 'news' else 'webinar' end, 'other',
        now() - n * interval '1 hour', case when n % 2 = 1 then now() - n * interval '1 hour' end,
        case when n % 2 = 1 then 60 end, 'x', now()
      from generate_series(1, 10000) n returning id, slug)
    insert into post_texts (post_id, language, title, markdown, html, excerpt)
    select id, 'ru', slug, slug, slug, slug from made`);
  await services.db.execute(sql`analyze posts`);
  const reader = { memberId: 1, readAt: new Date(0), language: 'ru', fallback: 'ru' } as const;
  await services.transaction(async (db) => {
    const read = async () => {
      const { rows } = await db.execute<{ read: number }>(sql`
        select (seq_tup_read + coalesce(idx_tup_fetch, 0))::integer as read
        from pg_stat_xact_user_tables where relname = 'posts'`);
      return rows[0]?.read ?? 0;
    };
    for (const kind of [undefined, ...POST_KINDS]) {
      const before = await read();
      let page = await listPosts({ ...services, db }, reader, { kind });
      for (let pages = 0; pages < 3 && 'posts' in page && page.next; pages += 1) {
        page = await listPosts({ ...services, db }, reader, { kind, cursor: page.next });
      }
      expect(page).toMatchObject({ posts: { length: 10 } });
      expect((await read()) - before, kind).toBeLessThan(1_500);
    }
    const before = await read();
    expect(await countUnread({ ...services, db }, reader)).toMatchObject({ news: 100 });
    expect((await read()) - before).toBeLessThan(500);
  });
});
