import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { testClock } from '../../../support/app/services.ts';
import { cookiesSet, visit } from '../../../support/app/http.ts';
import { signInCookies } from '../../../support/app/sign-in-over-http.ts';
import { openTestSite } from '../../../support/app/site.ts';

const clock = testClock();
const { port, database } = await openTestSite({ clock, env: { TRUSTED_PROXY_HOPS: '1' } });
const PAGE = '/en/partnerlink/anna';
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

let visitors = 0;
const from = (address = `10.1.${visitors >> 8}.${visitors++ & 255}`, agent = FIREFOX) => ({
  'x-forwarded-for': address,
  'user-agent': agent,
});
const viewsOf = async (ref: string) => {
  const { rows } = await database.db.execute<{ views: number }>(sql`
    select coalesce(sum(views), 0)::integer as views from partner_days d join members m on m.id = d.member_id
    where m.ref_code = ${ref}`);
  return rows[0]?.views;
};

test('a page given again is the same to the letter, but for the number of the request', async () => {
  const [first, again] = [await visit(port, PAGE, { headers: from() }), await visit(port, PAGE, { headers: from() })];
  expect(again.text).toBe(first.text);
  expect(again.cookies).toEqual(first.cookies);
  const ofThisRequest = ['x-request-id', 'date'];
  const lasting = Object.entries(first.headers).filter(([name]) => !ofThisRequest.includes(name));
  expect(again.headers).toMatchObject(Object.fromEntries(lasting));
  expect(again.headers['x-request-id']).not.toBe(first.headers['x-request-id']);
});

test('a browser that has the page is told so, until the page is another one', async () => {
  const { etag = '' } = (await visit(port, PAGE, { headers: from() })).headers;
  const again = (more = {}) => visit(port, PAGE, { headers: { ...from(), 'if-none-match': etag }, ...more });
  expect(await again()).toMatchObject({ status: 304, text: '' });
  expect(await again({ cookies: { theme: 'light' } })).toMatchObject({ status: 200 });
  clock.advance(6);
  expect(await again()).toMatchObject({ status: 304, text: '' });
  expect((await visit(port, PAGE, { headers: { ...from(), 'if-none-match': '"another"' } })).text).toContain('<title>');
});

test('every visitor is counted, whether their page was rendered or given again, and once only', async () => {
  for (let count = 0; count < 5; count += 1) {
    const headers = from();
    for (let times = 0; times < 3; times += 1) await visit(port, '/de/partnerlink/ivan', { headers });
  }
  await expect.poll(() => viewsOf('ivan')).toBe(5);
});

test('crawlers, owners and pages fetched ahead are not', async () => {
  const page = '/de/partnerlink/marie';
  await visit(port, page, { headers: from(undefined, 'Mozilla/5.0 (compatible; Googlebot/2.1)') });
  await visit(port, page, { headers: { ...from(), 'sec-purpose': 'prefetch;prerender' } });
  await visit(port, page, { method: 'HEAD', headers: from() });
  await visit(port, page, { headers: from(), cookies: await signInCookies(port, 'marie') });
  await visit(port, page, { headers: from() });
  await expect.poll(() => viewsOf('marie')).toBe(1);
});

test('an owner’s look at their own page leaves nothing in what guests get', async () => {
  const guest = () => visit(port, PAGE, { headers: from() });
  const before = await guest();
  clock.advance(6);
  const own = await visit(port, PAGE, { headers: from(), cookies: await signInCookies(port, 'anna') });
  expect(own.text).toContain('This is what guests see.');
  expect(own.headers['cache-control']).toBe('no-store');
  expect((await guest()).text).toBe(before.text);
  expect(before.text).not.toContain('This is what guests see.');
});

test('somebody whose session has ended sees what guests see', async () => {
  const cookies = { access_token: 'ended', refresh_token: 'ended' };
  const page = await visit(port, PAGE, { headers: from(), cookies });
  expect(page.status).toBe(200);
  expect(page.text).toContain('Accept invitation');
  expect(page.text).not.toContain('This is what guests see.');
});

test('theme and language of one visitor never reach another', async () => {
  const light = await visit(port, PAGE, { headers: from(), cookies: { theme: 'light', lang: 'de' } });
  const dark = await visit(port, PAGE, { headers: from() });
  const german = await visit(port, PAGE.replace('/en/', '/de/'), { headers: from() });
  expect(light.text).toContain('data-theme="light"');
  expect(dark.text).toContain('data-theme="dark"');
  expect(german.text).toContain('lang="de"');
  expect(cookiesSet(dark)).toEqual({ lang: 'en', ref: 'anna' });
  const known = await visit(port, PAGE, { headers: from(), cookies: { lang: 'en' } });
  expect(cookiesSet(known)).toEqual({ ref: 'anna' });
});

test('a member is led to their profile, however often guests were shown the page', async () => {
  await visit(port, PAGE, { headers: from() });
  const answer = await visit(port, PAGE, { headers: from(), cookies: await signInCookies(port, 'ivan') });
  expect(answer).toMatchObject({ status: 302, headers: { location: '/en/dashboard/profile' } });
});

test('a host that isn’t ours finds nothing that is kept', async () => {
  await visit(port, PAGE, { headers: from() });
  expect((await visit(port, PAGE, { headers: { ...from(), host: 'evil.example' } })).status).toBe(421);
});

test('what a member changes shows after five seconds, and not before', async () => {
  const title = async () => /<title>(.*?)<\/title>/.exec((await visit(port, PAGE, { headers: from() })).text)?.[1];
  expect(await title()).toContain('Анна Северянина');
  await database.db.execute(sql`update members set partner_shows_name = false where username = 'anna'`);
  clock.advance(5);
  expect(await title()).toContain('Анна Северянина');
  clock.advance(1);
  expect(await title()).toContain('from anna');
});

test('whoever asks a thousand times is refused with a sentence, and others are not', async () => {
  const headers = { ...from('203.0.113.9'), 'accept-language': 'en' };
  const answers = [];
  for (let times = 0; times < 400; times += 1) answers.push(await visit(port, '/en/partnerlink/priya', { headers }));
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused.length).toBeGreaterThan(100);
  expect(refused[0]?.text).toContain('Too many requests');
  expect((await visit(port, '/en/partnerlink/priya', { headers: from() })).status).toBe(200);
});

test('an unknown, blocked or impossible code is 404 every time, with a field for another', async () => {
  for (const ref of ['nobody', 'lena', 'a'.repeat(4000), 'an%20na', 'ann%C3%A4'])
    for (let times = 0; times < 2; times += 1) {
      const answer = await visit(port, `/en/partnerlink/${ref}`, { headers: from() });
      expect(answer.status, ref.slice(0, 20)).toBe(404);
      expect(answer.text).toContain('name="ref"');
      expect(/name="ref"[^>]* value="([^"]*)"/.exec(answer.text)?.[1]?.length).toBeLessThanOrEqual(64);
    }
  for (const ref of ['anna%0Aivan', 'anna%0D%0Aset-cookie:x=y', '%00']) {
    const answer = await visit(port, `/en/partnerlink/${ref}`, { headers: from() });
    expect([answer.status, answer.cookies]).toEqual([404, []]);
  }
});
