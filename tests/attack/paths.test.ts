import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { LANGUAGES } from '#domain/languages.ts';
import { PAGES } from '#domain/paths.ts';
import { seededRandom } from '#server/operator/seed/seeded-random.ts';
import { everyday } from '../support/everyday.ts';
import { type HttpAnswer, sendRaw, visit } from '../support/app/http.ts';
import { openTestSite } from '../support/app/site.ts';
import { signInCookies } from '../support/app/sign-in-over-http.ts';

const { port, database } = await openTestSite();

/** Matches content that only members' pages have. */
const MEMBERS_ONLY = /\/sign-out"|id="menu"|Северянина/;
/** Looks like a session until the server checks it. */
const MADE_UP = { access_token: 'made.up.token', refresh_token: 'made-up' };
const COUNT = Number(process.env['ENCODED_PATHS'] ?? everyday(1_600, 10_000));
const SEED = Number(process.env['SEED'] ?? 20_261_121);

const random = seededRandom(SEED);
const below = (count: number) => Math.floor(random() * count);
const pick = <T>(list: readonly T[]): T => list[below(list.length)] as T;
const memberPages = Object.values(PAGES).flatMap(({ pattern, audience }) => (audience === 'member' ? [pattern] : []));
const heads = [
  ...LANGUAGES.map(({ segment }) => segment),
  'xx',
  'RU',
  'api',
  'auth',
  '_astro',
  'partnerlink',
  '.',
  '..',
  '',
  '%72u',
];

const hex = (sign: string) => [...Buffer.from(sign)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
const twice = (sign: string) => hex(sign).replaceAll('%', '%25');
const disguises: ((text: string) => string)[] = [
  (text) => text,
  (text) =>
    text.replaceAll('/', () =>
      pick(['//', '/./', '/x/../', '%2f', '%2F', '%252f', '%5c', '\\', '/%2e/', '/x/%2e%2e/', '/;/', '/..;/', '///']),
    ),
  (text) => text.replace(/[a-z]/, hex),
  (text) => text.replaceAll(/[a-z]/g, (letter) => (below(3) === 0 ? hex(letter).toUpperCase() : letter)),
  (text) => text.replaceAll(/[a-z]/g, (letter) => (below(4) === 0 ? twice(letter) : letter)),
  (text) => text.replaceAll(/[a-z]/g, (letter) => (below(3) === 0 ? letter.toUpperCase() : letter)),
  (text) => text.replace(/[a-z]/, (letter) => encodeURIComponent(String.fromCodePoint(letter.charCodeAt(0) + 0xfee0))),
  (text) =>
    `${text}${pick(['/', '//', '/.', '/..', '/%2e', ';', ';x=1', '%00', '%09', '%20', '%0a', '.html', '.json', '/index.html', '?', '#', '%3f', '%23', '&', '~'])}`,
  (text) =>
    `${pick(['/.', '/..', '//', '/%2e%2e', '/%00', '/%09', '/\\', '/;', '/x/..', '/http:', '/@', '/%ef%bb%bf', '/%c0%ae%c0%ae', '/%u002e'])}${text}`,
  (text) =>
    text.replace(
      'dashboard',
      pick([
        'dashboard%00',
        'dash%09board',
        'dashbo%C3%A4rd',
        'd%61shboard',
        'dashboard;a',
        '%E2%80%8Bdashboard',
        'dashboard%E2%80%8B',
        'dash%ADboard',
      ]),
    ),
];

function madePath(): string {
  const plain = `/${pick(heads)}/${pick(memberPages)}`;
  const steps = Array.from({ length: 1 + below(3) }, () => pick(disguises));
  return steps.reduce((path, disguise) => disguise(path), plain).replace(/^(?!\/)/, '/');
}

test('the mark of a member’s page is on Anna’s', async () => {
  const cookies = await signInCookies(port, 'anna');
  for (const page of ['profile', 'team', 'settings']) {
    expect((await visit(port, `/ru/dashboard/${page}`, { cookies })).text).toMatch(MEMBERS_ONLY);
  }
});

test(
  `${COUNT} disguised paths open no member’s page without a session (seed ${SEED})`,
  { timeout: 240_000 },
  async () => {
    const seen = new Map<number, number>();
    const check = async () => {
      const path = madePath();
      const answer = await visit(port, path, { cookies: below(10) === 0 ? MADE_UP : {} });
      seen.set(answer.status, (seen.get(answer.status) ?? 0) + 1);
      expect(whatIsWrong(answer), path).toBeUndefined();
    };
    for (let done = 0; done < COUNT; done += 8) await Promise.all(Array.from({ length: 8 }, check));
    expect(seen.get(302)).toBeGreaterThan(0);
    expect(seen.get(404)).toBeGreaterThan(0);
  },
);

function whatIsWrong({ status, headers, text }: HttpAnswer): string | undefined {
  if (status >= 500) return `status ${status}`;
  if (MEMBERS_ONLY.test(text)) return 'a member’s page';
  const to = headers.location;
  if (to === undefined) return status >= 300 && status < 400 ? 'no location' : undefined;
  const url = new URL(to, `http://localhost:${port}/`);
  if (!to.startsWith('/') || url.host !== `localhost:${port}`) return `leads to ${to}`;
  return undefined;
}

test.each([
  '/ru/dash\tboard/profile',
  '/ru/\0/dashboard',
  '/ru/dashboard/profile\x7f',
  '/ру/dashboard',
  '/ru/dashboard profile',
])('the path %o, sent as it is, opens nothing', async (path) => {
  const answer = await sendRaw(port, `GET ${path} HTTP/1.1\r\nHost: localhost:${port}\r\nConnection: close\r\n\r\n`);
  expect(answer).toMatch(/^HTTP\/1\.1 (3|4)/);
  expect(answer).not.toMatch(MEMBERS_ONLY);
});

test.each(['/en/partnerlink/.html', '/en/partnerlink/anna.html'])(
  '%s is the address of a code that nobody has',
  async (path) => {
    const { status, text } = await visit(port, path);
    expect(status).toBe(404);
    expect(text).toContain('name="ref"');
  },
);

test('whoever is called marie.html has a card of their own, and nobody has the card of .html', async () => {
  await database.db.execute(sql`update members set username = 'marie.html' where username = 'marie'`);
  const cookies = await signInCookies(port, 'anna');
  const cardOf = (username: string) => visit(port, `/en/dashboard/team/${username}`, { cookies });
  expect((await cardOf('marie.html')).text).toContain('@marie.html');
  for (const nobody of ['marie', 'ivan.html', '.html']) expect((await cardOf(nobody)).status, nobody).toBe(404);
});

test('a slash at the end of a page’s address leads to the page in one step, with what was asked', async () => {
  for (const [path, to] of [
    ['/en/auth/?ref=anna', '/en/auth?ref=anna'],
    ['/en/partnerlink/anna.html/', '/en/partnerlink/anna.html'],
    ['/operator/', '/operator'],
    ['/nothing/', '/nothing'],
  ] as const) {
    const { status, headers } = await visit(port, path);
    expect([status, headers.location], path).toEqual([308, to]);
  }
});

test('a path of 20,000 characters is no trouble', async () => {
  for (const long of ['/a'.repeat(10_000), `/ru/${'%41'.repeat(5_000)}`, '/'.repeat(15_000)]) {
    expect((await visit(port, long)).status).toBeLessThan(500);
  }
});

test.each([
  { 'x-http-method-override': 'DELETE' },
  { 'x-http-method': 'PUT' },
  { 'x-method-override': 'POST' },
  { 'x-original-url': '/en/dashboard/profile', 'x-rewrite-url': '/en/dashboard/profile' },
  { 'x-forwarded-prefix': '//evil.example', 'x-forwarded-path': '/en/dashboard/profile' },
  { 'x-middleware-subrequest': 'middleware:middleware:middleware', 'x-astro-path': '/en/dashboard/profile' },
  { 'x-astro-locals': '{"session":{"username":"anna"}}' },
  { range: 'bytes=0-0', 'if-none-match': '*', 'content-length': '0' },
  { connection: 'x-request-id, cookie', te: 'trailers' },
])('the headers %o change nothing of what a guest gets', async (headers) => {
  for (const [path, status] of [
    ['/en/dashboard/profile', 302],
    ['/en/auth', 200],
    ['/api/users/profile/', 401],
    ['/operator/api/session/', 401],
  ] as const) {
    const answer = await visit(port, path, { headers });
    expect(answer.status, path).toBe(status);
    expect(answer.text).not.toMatch(MEMBERS_ONLY);
    expect(String(answer.headers.location ?? '/')).not.toContain('evil.example');
  }
});

test.each([
  '/api//users/profile/',
  '/api/./users/profile/',
  '/api/x/../users/profile/',
  '/api/users%2fprofile/',
  '/api/users/profile/%2e%2e/profile/',
  '/API/users/profile/',
  '/api/users/profile',
  '/api/users/profile/x',
  '/api/users/profile/;a=b',
  '/api/users/profile/%00',
  '/operator/api/../../api/users/profile/',
  '/operator//api/session/',
  '/operator/%61pi/session/',
  '/operator/api/session/%2e%2e/members/',
  '/photos/..%2f..%2fapi%2fusers%2fprofile%2f',
  '/_astro/..%2f..%2f..%2fpackage.json',
  '/_astro/../../package.json',
  '/icons/%2e%2e/%2e%2e/server/entry.mjs',
  '/.env',
  '/.git/config',
])('the call at %s gives a guest nothing', async (path) => {
  for (const method of ['GET', 'POST', 'HEAD']) {
    const { status, text } = await visit(port, path, { method, cookies: MADE_UP });
    expect([302, 303, 307, 308, 400, 401, 404, 405, 415], `${method} ${path}`).toContain(status);
    expect(text).not.toMatch(/"username":|"dependencies":|"email":|\[core\]/);
  }
});
