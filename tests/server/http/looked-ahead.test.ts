import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { CONSOLE_PAGES, type ConsolePage, consolePath } from '#domain/console-paths.ts';
import { PAGES } from '#domain/paths.ts';
import { members } from '#server/db/schema/index.ts';
import { fingerprint } from '../../support/db/fingerprint.ts';
import { cookiesSet, visit } from '../../support/app/http.ts';
import { openTestSite } from '../../support/app/site.ts';
import { signInCookies } from '../../support/app/sign-in-over-http.ts';

const { port, origin, database } = await openTestSite({ env: { RUN_JOBS: 'false' }, money: true });
const { db } = database;
const words: Record<string, string> = { ref: 'anna', username: 'ivan', platform: 'turbo', plan: '1' };
const pages = Object.values(PAGES).map(({ pattern }) =>
  pattern.replaceAll(/\{(\w+)\}/g, (_, word) => words[word] ?? '1'),
);
const console_ = (Object.keys(CONSOLE_PAGES) as ConsolePage[]).map((page) => consolePath(page, { username: 'anna' }));

const AHEAD: { method?: string; headers: Record<string, string> }[] = [
  { headers: { 'sec-purpose': 'prefetch' } },
  { headers: { 'sec-purpose': 'prefetch;prerender' } },
  { headers: { 'sec-purpose': 'prefetch;anonymous-client-ip' } },
  { headers: { purpose: 'prefetch' } },
  { headers: { 'x-moz': 'prefetch' } },
  { method: 'HEAD', headers: {} },
];

/** Cookies that a request without a person may set: they continue a session or name known stylesheets. */
const HARMLESS = ['access_token', 'refresh_token', 'styles', 'sign_in'];

test('a page that no person has asked for changes no cookie and nothing that is kept, for a member and a guest', async () => {
  const anna = await signInCookies(port, 'anna');
  await db.update(members).set({ language: 'ru' }).where(eq(members.username, 'anna'));
  const before = await fingerprint(db);
  const set: string[] = [];
  for (const [at, page] of ['', ...pages].entries()) {
    for (const cookies of [{ ...anna, lang: 'ru' }, { lang: 'ru' }, {}]) {
      const { method = 'GET', headers } = AHEAD[(at + Object.keys(cookies).length) % AHEAD.length]!;
      const referer = `${origin}/ru/${page}`;
      const answer = await visit(port, `/de/${page}?ref=ivan`, { method, headers: { ...headers, referer }, cookies });
      const names = Object.keys(cookiesSet(answer)).filter((name) => !HARMLESS.includes(name));
      if (answer.status >= 500 || names.length > 0) set.push(`${method} /de/${page}: ${answer.status} ${names.join()}`);
    }
  }
  expect(set).toEqual([]);
  expect(await fingerprint(db)).toEqual(before);
});

test('nor does any way of looking ahead, at pages with a code, a list of news and the console', async () => {
  const anna = await signInCookies(port, 'anna');
  const before = await fingerprint(db);
  for (const page of [
    '/de/partnerlink/ivan',
    '/de/auth/ref/ivan',
    '/auth/ref/ivan',
    '/de/dashboard/notices',
    ...console_,
  ]) {
    for (const { method = 'GET', headers } of AHEAD) {
      for (const cookies of [anna, {}]) {
        const answer = await visit(port, page, { method, headers, cookies });
        const names = Object.keys(cookiesSet(answer)).filter((name) => !HARMLESS.includes(name));
        expect([page, names]).toEqual([page, []]);
      }
    }
  }
  expect(await fingerprint(db)).toEqual(before);
});

test('a person who comes later keeps the code and the language, also where a page was given before', async () => {
  for (const page of ['/de/partnerlink/ivan', '/fr/auth/sign-up?ref=ivan']) {
    await visit(port, page, { headers: { 'sec-purpose': 'prefetch' } });
    expect(cookiesSet(await visit(port, page))).toMatchObject({ lang: page.slice(1, 3), ref: 'ivan' });
    expect(cookiesSet(await visit(port, page, { headers: { 'sec-purpose': 'prefetch' } }))).not.toHaveProperty('ref');
  }
  const ahead = await visit(port, '/de/partnerlink/ivan', { headers: { 'sec-purpose': 'prefetch' } });
  expect(ahead.text).toContain('href="/de/auth/sign-up?ref=ivan"');
  const link = await visit(port, '/de/auth/ref/ivan', { headers: { 'sec-purpose': 'prefetch' } });
  expect(link.headers.location).toBe('/de/auth/sign-up?ref=ivan');
});
