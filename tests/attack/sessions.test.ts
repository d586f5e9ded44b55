import { describe, expect, test } from 'vitest';
import { DEMO_PASSWORD } from '#server/operator/seed/cast.ts';
import { formOf, type HttpAnswer, jsonOf, visit } from '../support/app/http.ts';
import { brokenInvariants } from '../support/db/invariants.ts';
import { answerFrom, signInCookies } from '../support/app/sign-in-over-http.ts';
import { openTarget } from '../support/app/target.ts';

const target = await openTarget();
const { port, services } = target;
const PROFILE = '/api/users/profile/';

async function whoIs(cookie: string): Promise<string | number> {
  const { status, text } = await visit(port, PROFILE, { headers: { cookie } });
  return status === 200 ? JSON.parse(text).username : status;
}

const lineOf = (cookies: Record<string, string>) =>
  Object.entries(cookies)
    .map(([name, value]) => `${name}=${value}`)
    .join('; ');

describe('a session that was there before', () => {
  test.each<[string, () => Promise<Record<string, string>>]>([
    ['somebody else’s', () => signInCookies(port, 'ivan')],
    ['made up', async () => ({ access_token: 'a.b.c', refresh_token: 'x'.repeat(43) })],
  ])('%s, is not the one that a sign-in opens, whoever planted it', async (_, plant) => {
    const planted = await plant();
    const owner = await whoIs(lineOf(planted));
    const form = { login: 'anna', password: DEMO_PASSWORD, bot_check: await answerFrom(port) };
    const { status, text } = await visit(port, '/api/auth/sign-in/', { ...jsonOf(form), cookies: planted });
    expect(status).toBe(200);
    const { access, refresh } = JSON.parse(text);
    for (const token of Object.values(planted)) expect([access, refresh]).not.toContain(token);
    expect(await whoIs(`access_token=${access}`)).toBe('anna');
    expect(await whoIs(`refresh_token=${refresh}`)).toBe('anna');
    expect(await whoIs(lineOf(planted))).toBe(owner);
  });

  test.each(['access_token', 'refresh_token', 'session', 'PHPSESSID'])(
    'is not taken from an address: %s',
    async (name) => {
      const { access, refresh } = await target.session('anna');
      for (const value of [access, refresh]) {
        const query = `?${name}=${encodeURIComponent(value)}`;
        expect((await visit(port, PROFILE + query)).status).toBe(401);
        expect((await visit(port, `/en/dashboard/profile${query}`)).status).toBe(302);
      }
      expect(await whoIs(`access_token=${access}`)).toBe('anna');
    },
  );

  test('of the console is not taken from an address either', async () => {
    const path = '/operator/api/session/';
    const token = await target.staffSession('oscar');
    expect((await visit(port, `${path}?staff_session=${encodeURIComponent(token)}`)).status).toBe(401);
    expect((await visit(port, path, { headers: { authorization: `Bearer ${token}` } })).status).toBe(200);
  });
});

describe('of two cookies of one name', () => {
  test('whichever counts, a page and a call see the same person', async () => {
    const [anna, ivan] = [await target.session('anna'), await target.session('ivan')];
    for (const [first, second] of [
      [anna.access, ivan.access],
      [ivan.access, anna.access],
    ] as const) {
      const cookie = `access_token=${first}; access_token=${second}`;
      const called = await whoIs(cookie);
      const { text } = await visit(port, '/en/dashboard/settings', { headers: { cookie } });
      expect(['anna', 'ivan']).toContain(called);
      expect(text).toContain(`${called}@demo.example`);
    }
  });

  test('one that is none doesn’t let anybody in', async () => {
    const { access } = await target.session('anna');
    expect(await whoIs(`access_token=${access}`)).toBe('anna');
    for (const cookie of [
      'access_token=x; access_token=y',
      'access_token=; access_token=null',
      ...['Access_Token', 'ACCESS_TOKEN', '__Host-access_token'].map((name) => `${name}=${access}`),
    ]) {
      expect(await whoIs(cookie), cookie).toBe(401);
    }
  });

  test('attributes and quotes that a client sends with a cookie change nothing', async () => {
    const { access } = await target.session('anna');
    expect(await whoIs(`$Version=1; access_token=${access}; $Path=/; $Domain=.evil.example`)).toBe('anna');
    expect(await whoIs(`access_token="${access}"`)).toBe('anna');
    expect(await whoIs(`access_token =${access}`)).toBe('anna');
  });
});

test.each([
  ['one of 4 kB', `access_token=${'x'.repeat(4_000)}`],
  ['hundreds of them', Array.from({ length: 400 }, (_, index) => `c${index}=${index}`).join('; ')],
  ['ones without a value', ';'.repeat(3_000)],
  ['one with all its bytes in hex', `access_token=${'%41'.repeat(1_500)}`],
])('cookies as large as %s are refused or read, and nobody waits', async (_, cookie) => {
  for (const path of ['/en/auth', PROFILE, '/operator/api/session/']) {
    const { status } = await visit(port, path, { headers: { cookie } });
    expect([200, 302, 401, 431], path).toContain(status);
  }
});

test('cookies of 20 kB never reach us', async () => {
  const answer = await visit(port, '/en/auth', { headers: { cookie: `a=${'x'.repeat(20_000)}` } });
  expect(answer.status).toBe(431);
});

describe('a refresh token', () => {
  const refresh = (token: unknown): Promise<HttpAnswer> =>
    visit(port, '/api/auth/token/refresh/', jsonOf({ refresh: token }));

  test('that was used before its last child ends the session, for the thief and for its owner', async () => {
    const stolen = (await target.session('anna')).refresh;
    const second = JSON.parse((await refresh(stolen)).text);
    const third = JSON.parse((await refresh(second.refresh)).text);
    expect((await refresh(stolen)).status).toBe(401);
    expect((await refresh(third.refresh)).status).toBe(401);
    expect((await visit(port, PROFILE, { headers: { authorization: `Bearer ${third.access}` } })).status).toBe(401);
  });

  test('of one member beside the access token of another opens one session, not both', async () => {
    const [anna, ivan] = [await target.session('anna'), await target.session('ivan')];
    expect(await whoIs(`access_token=${anna.access}; refresh_token=${ivan.refresh}`)).toBe('anna');
    expect(await whoIs(`access_token=x.y.z; refresh_token=${ivan.refresh}`)).toBe('ivan');
    const out = formOf({});
    const cookies = { access_token: anna.access, refresh_token: (await target.session('ivan')).refresh };
    expect((await visit(port, '/en/sign-out', { ...out, cookies })).status).toBe(303);
    expect((await visit(port, PROFILE, { headers: { authorization: `Bearer ${anna.access}` } })).status).toBe(200);
  });

  test.each([undefined, null, 0, [], {}, '', 'x', 'x'.repeat(513), '../', "' or true --", '\0', ['a'], { $ne: null }])(
    'that is none, %j, ends nobody’s session',
    async (made) => {
      const anna = await target.session('anna');
      const { status } = await refresh(made);
      expect([401, 422]).toContain(status);
      expect(await whoIs(`access_token=${anna.access}`)).toBe('anna');
      expect((await refresh(anna.refresh)).status).toBe(200);
    },
  );

  test('is answered once when fifty send it at once, and nobody is signed out', async () => {
    const { refresh: token } = await target.session('ivan');
    const answers = await Promise.all(Array.from({ length: 50 }, () => refresh(token)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    const pairs = answers.map(({ text }) => JSON.parse(text));
    expect(new Set(pairs.map((pair) => pair.refresh)).size).toBe(1);
    expect((await refresh(pairs[0].refresh)).status).toBe(200);
  });
});

describe('a token is altered', () => {
  const parts = (token: string) => token.split('.') as [string, string, string];
  const json = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

  test.each<[string, (token: string, other: string) => string]>([
    ['without its signature', (token) => `${parts(token)[0]}.${parts(token)[1]}.`],
    ['with no algorithm', (token) => `${json({ alg: 'none', typ: 'JWT' })}.${parts(token)[1]}.`],
    [
      'with another algorithm',
      (token) => `${json({ alg: 'RS256', typ: 'JWT' })}.${parts(token)[1]}.${parts(token)[2]}`,
    ],
    [
      'with a key of its own',
      (token) => `${json({ alg: 'HS256', jwk: { kty: 'oct', k: 'eA' } })}.${parts(token)[1]}.${parts(token)[2]}`,
    ],
    ['with the words of another', (token, other) => `${parts(token)[0]}.${parts(other)[1]}.${parts(token)[2]}`],
    ['with one letter changed', (token) => token.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))],
    ['with a letter more', (token) => `${token}A`],
    ['cut', (token) => token.slice(0, -2)],
    ['in capitals', (token) => token.toUpperCase()],
    ['twice', (token) => `${token}.${token}`],
    ['behind another word', (token) => `x ${token}`],
  ])('%s, and opens nothing', async (_, change) => {
    const [anna, ivan] = [await target.session('anna'), await target.session('ivan')];
    const made = change(anna.access, ivan.access);
    const byBearer = await visit(port, PROFILE, { headers: { authorization: `Bearer ${made}` } });
    // The last base64 letter may have two unused bits.
    if (byBearer.status === 200) expect(made.slice(0, -1)).toBe(anna.access.slice(0, -1));
    else expect(byBearer.status).toBe(401);
    expect(await whoIs(`access_token=${made}`)).not.toBe('ivan');
  });

  test.each([
    ['bearer', 200],
    ['BEARER', 200],
    ['Basic', 401],
    ['Token', 401],
    ['', 401],
  ])('unchanged, behind the scheme %o, it is answered %i', async (scheme, status) => {
    const { access } = await target.session('anna');
    const headers = { authorization: `${scheme} ${access}`.trim() };
    expect((await visit(port, PROFILE, { headers })).status).toBe(status);
  });
});

test('and after all of it the ledger is sound', async () => {
  expect(await brokenInvariants(services.db)).toEqual([]);
});
