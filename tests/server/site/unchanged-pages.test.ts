import { brotliDecompressSync } from 'node:zlib';
import { eq, inArray, like, sql } from 'drizzle-orm';
import { Hono } from 'hono';
import { expect, onTestFinished, test, vi } from 'vitest';
import { type Member, members, posts, postTexts } from '#server/db/schema/index.ts';
import type { FrontEnv } from '#server/site/arrival.ts';
import { builtPages } from '#server/site/built-pages.ts';
import { unchangedPages } from '#server/site/unchanged-pages.ts';
import { testClock } from '../../support/house.ts';
import { cookiesSet, formOf, visit } from '../../support/http.ts';
import { signInCookies } from '../../support/sign-in-over-http.ts';
import { openTestSite } from '../../support/site.ts';

type Cookies = Record<string, string>;

const REPEATED = ['profile', 'team', 'team?line=1', 'team/ivan', 'feed', 'feed/webinars'];
/** With the uid of an attempt, the time, or what is told by looking at it. */
const DRAWN = ['finance', 'finance/transactions', 'licenses', 'licenses/structure', 'notices', 'support', 'settings'];

const MINUTE_SECONDS = 60;
const noon = new Date();
noon.setUTCHours(12, 0, 0, 0);
const clock = testClock(noon);
let drawn = 0;
const built = builtPages();
const render: typeof built.render = (...request) => {
  drawn += 1;
  return built.render(...request);
};
const { port, database } = await openTestSite({ money: true, clock, drawing: { ...built, render } });
/** With the cookie that a first page sets: which stylesheets have come. */
const signIn = async (username: string): Promise<Cookies> => {
  const cookies = { ...(await signInCookies(port, username)), lang: 'en' };
  return { ...cookies, ...cookiesSet(await visit(port, '/en/dashboard/settings', { cookies })) };
};
const anna = await signIn('anna');

async function open(page: string, cookies: Cookies = anna, headers: Cookies = {}) {
  const before = drawn;
  const answer = await visit(port, `/en/dashboard/${page}`, {
    cookies,
    headers: { 'accept-encoding': 'br', ...headers },
  });
  const isBrotli = answer.headers['content-encoding'] === 'br';
  const text = isBrotli ? brotliDecompressSync(answer.bytes).toString('utf8') : answer.text;
  return { ...answer, text, isDrawn: drawn > before };
}

const change = (username: string, to: Partial<Member>) =>
  database.db.update(members).set(to).where(eq(members.username, username));

test.each(REPEATED)('%s goes out again to the letter while its member is told the same', async (page) => {
  const [first, again] = [await open(page), await open(page)];
  expect([first.isDrawn, again.isDrawn, again.status]).toEqual([true, false, 200]);
  expect(again.text === first.text).toBe(true);
  const { 'x-request-id': id, date: _, ...lasting } = first.headers;
  expect(again.headers).toMatchObject(lasting);
  expect(again.headers['x-request-id']).not.toBe(id);
});

test.each(REPEATED)('%s would look no different drawn at another hour of house and machine', async (page) => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(noon).setUTCHours(10, 29, 59) });
  const morning = await open(page, { ...anna, device: 'morning' });
  vi.setSystemTime(new Date(noon).setUTCHours(20, 1, 2));
  clock.advance(50 * MINUTE_SECONDS);
  const evening = await open(page, { ...anna, device: 'evening' });
  clock.advance(-50 * MINUTE_SECONDS);
  vi.useRealTimers();
  expect([morning.isDrawn, evening.isDrawn]).toEqual([true, true]);
  expect(evening.text === morning.text).toBe(true);
});

test.each(REPEATED)(
  '%s goes out again a minute later, with more posts than it shows and a webinar ahead',
  async (page) => {
    const { rowCount } = await database.db.execute(sql`
    with made as (
      insert into posts (id, slug, kind, category, published_at, starts_at, minutes, speaker, join_url, changed_at)
      select gen_random_uuid(), 'more-' || n, case when n % 2 = 0 then 'news' else 'webinar' end, 'other',
        ${noon.toISOString()}::timestamptz - n * interval '1 day',
        case when n % 2 = 1 then ${noon.toISOString()}::timestamptz + (30 - (n - 1) * 1440) * interval '1 minute' end,
        case when n % 2 = 1 then 60 end, 'x', case when n % 2 = 1 then 'https://meet.example/x' end, now()
      from generate_series(1, 24) n returning id)
    insert into post_texts (post_id, language, title, markdown, html, excerpt) select id, 'ru', 'x', 'x', 'x', 'x' from made`);
    onTestFinished(async () => {
      const these = database.db.select({ id: posts.id }).from(posts).where(like(posts.slug, 'more-%'));
      await database.db.delete(postTexts).where(inArray(postTexts.postId, these));
      await database.db.delete(posts).where(inArray(posts.id, these));
    });
    expect(rowCount).toBe(24);
    await open(page);
    clock.advance(1);
    await open(page);
    clock.advance(MINUTE_SECONDS);
    const later = await open(page);
    clock.advance(-MINUTE_SECONDS - 1);
    expect([later.isDrawn, later.status]).toEqual([false, 200]);
  },
);

test.each(DRAWN)('%s is drawn each time', async (page) => {
  await open(page);
  expect(await open(page)).toMatchObject({ status: 200, isDrawn: true });
});

test('what has changed shows at once', async () => {
  const shown = async (page: string) => (await open(page)).text;
  await shown('team');
  await change('ivan', { name: 'Ivan the Third' });
  expect(await shown('team')).toContain('Ivan the Third');
  await shown('profile');
  await change('anna', { careerStatus: 'platinum_manager' });
  expect(await shown('profile')).toContain('Platinum');
  const unread = async () => Number(/(\d+) unread/.exec(await shown('feed'))?.[1]);
  const count = await unread();
  const [, newest = ''] = /id="posts".*?(feed\/[\w-]{36})/s.exec(await shown('feed')) ?? [];
  await open(newest);
  expect(await unread()).toBe(count - 1);
});

test('a session that has ended is shown nothing, nor is anybody who is blocked', async () => {
  const ivan = await signIn('ivan');
  const priya = await signIn('priya');
  for (const cookies of [ivan, priya]) for (let times = 0; times < 2; times += 1) await open('team', cookies);
  await visit(port, '/en/sign-out', { ...formOf({}), cookies: ivan });
  await change('priya', { blockedAt: new Date() });
  for (const cookies of [ivan, priya]) {
    const { status, text } = await open('team', cookies);
    expect(status).toBe(302);
    expect(text).not.toContain('dashboard/team');
  }
});

test('a page is kept for one session, and as it was asked for', async () => {
  await open('team');
  const jonas = await signIn('jonas');
  const others = [
    await open('team', jonas),
    await open('team', { ...anna, theme: 'light' }),
    await open('team', anna, { 'x-part': 'members' }),
    await open('team', anna, { 'accept-encoding': 'gzip' }),
    await open('team', anna, { 'accept-encoding': '' }),
    await open('team?line=2'),
    await open('team', await signIn('anna')),
  ];
  expect(others.filter(({ isDrawn }) => !isDrawn)).toEqual([]);
  expect((await open('team', jonas)).text).toContain('<span>jonas</span>');
});

test('where the token has run out it is renewed, and the page still goes out as it was', async () => {
  const marie = await signIn('marie');
  await open('team', marie);
  // So that somebody is there every few minutes until the hour of the token is over.
  for (let minutes = 0; minutes < 54; minutes += 9) {
    clock.advance(9 * MINUTE_SECONDS);
    expect((await open('team', marie)).isDrawn).toBe(false);
  }
  clock.advance(9 * MINUTE_SECONDS);
  const renewed = await open('team', marie);
  expect([renewed.isDrawn, renewed.status]).toEqual([false, 200]);
  const tokens = cookiesSet(renewed);
  expect(Object.keys(tokens).toSorted()).toEqual(['access_token', 'refresh_token']);
  expect((await open('team', { ...tokens, lang: 'en' })).status).toBe(200);
});

test('after ten minutes without anybody it is gone, and on another day it is another page', async () => {
  const jonas = await signIn('jonas');
  await open('team', jonas);
  clock.advance(9 * MINUTE_SECONDS);
  expect((await open('team', jonas)).isDrawn).toBe(false);
  clock.advance(10 * MINUTE_SECONDS);
  expect((await open('team', jonas)).isDrawn).toBe(true);
  // 23:58 and 00:01 in Moscow.
  clock.advance((new Date(noon).setUTCHours(20, 58) - clock.now().getTime()) / 1000);
  const late = await signIn('jonas');
  await open('team', late);
  expect((await open('team', late)).isDrawn).toBe(false);
  clock.advance(3 * MINUTE_SECONDS);
  expect((await open('team', late)).isDrawn).toBe(true);
});

test('of too much the longest unused goes first', async () => {
  const pages = unchangedPages(clock, 'UTC', 10_000);
  const asked = () => ({ wires: [], told: ['the same'] });
  const front = new Hono<FrontEnv>().use(pages.keep).get('*', (context) => {
    context.set('repeatable', { key: context.req.path, asked });
    return context.body('x'.repeat(4_000), 200, { 'content-encoding': 'br' });
  });
  const isKept = async (path: string) => Boolean(await pages.again(path, () => Promise.resolve(asked().told)));
  for (const path of ['/old', '/used']) await front.request(path);
  await isKept('/old');
  await isKept('/used');
  await front.request('/new');
  expect([await isKept('/new'), await isKept('/used'), await isKept('/old')]).toEqual([true, true, false]);
});
