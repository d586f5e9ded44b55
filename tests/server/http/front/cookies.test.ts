import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import type { CookieName } from '#contracts/page-context.ts';
import { cookieJar } from '#server/http/front/cookies.ts';
import { cookiesSet, formOf, type HttpAnswer, visit } from '../../../support/app/http.ts';
import { openTestSite } from '../../../support/app/site.ts';
import { postSignIn, signInByApi, signInCookies } from '../../../support/app/sign-in-over-http.ts';

const { port, database } = await openTestSite();
const secure = await openTestSite({ env: { PUBLIC_ORIGIN: 'https://atrium.example' } });
const lineOf = ({ cookies }: HttpAnswer, name: string) => cookies.find((line) => line.startsWith(`${name}=`));
const PROFILE = '/ru/dashboard/profile';

describe('cookies', () => {
  test('of a session are out of script’s reach and last as long as their tokens', async () => {
    const answer = await postSignIn(port, 'anna');
    expect(answer).toMatchObject({ status: 303, headers: { location: '/en/dashboard/profile' } });
    expect(lineOf(answer, 'access_token')).toMatch(
      /^access_token=[\w.-]+; Path=\/; Max-Age=3600; SameSite=Lax; HttpOnly$/,
    );
    expect(lineOf(answer, 'refresh_token')).toMatch(
      /^refresh_token=[\w-]+; Path=\/; Max-Age=10800; SameSite=Lax; HttpOnly$/,
    );
  });

  test('are out of script’s reach, every one but the theme', () => {
    const open: Record<CookieName, boolean> = {
      access_token: false,
      refresh_token: false,
      lang: false,
      theme: true,
      ref: false,
      device: false,
      sign_in: false,
      sign_up: false,
      login: false,
      styles: false,
      staff_session: false,
      staff_device: false,
    };
    for (const [name, isOpen] of Object.entries(open)) {
      const jar = cookieJar(undefined, { publicOrigin: 'http://localhost', hasCookiePrefix: false });
      const headers = new Headers();
      jar.set(name as CookieName, 'x');
      jar.writeTo(headers);
      const [line = ''] = headers.getSetCookie();
      expect([name, !line.includes('; HttpOnly')]).toEqual([name, isOpen]);
    }
  });

  test('are for https only where the site is', async () => {
    const host = { host: 'atrium.example' };
    const answer = await postSignIn(secure.port, 'anna', host);
    expect(answer.cookies.length).toBeGreaterThanOrEqual(2);
    for (const line of answer.cookies) expect(line).toMatch(/; Secure$/);
    expect(answer.cookies.map((line) => line.split('=')[0])).toEqual(
      expect.arrayContaining(['__Host-access_token', '__Host-refresh_token', '__Host-device']),
    );
    for (const line of answer.cookies) expect(line).toMatch(/^__Host-\w+=[^;]*; Path=\/; (?!.*Domain)/);
    const cookies = cookiesSet(answer);
    const profile = await visit(secure.port, '/api/users/profile/', { cookies, headers: host });
    expect(JSON.parse(profile.text)).toMatchObject({ username: 'anna' });
  });

  test('that another host of the domain could have set are nothing on https', async () => {
    const headers = { host: 'atrium.example' };
    const answer = await postSignIn(secure.port, 'anna', headers);
    const tossed = Object.fromEntries(
      Object.entries(cookiesSet(answer)).map(([name, value]) => [name.replace('__Host-', ''), value]),
    );
    const cookies = { ...tossed, lang: 'de', theme: 'light', ref: 'ivan' };
    expect((await visit(secure.port, '/api/users/profile/', { cookies, headers })).status).toBe(401);
    const page = await visit(secure.port, '/en/auth/sign-up', { cookies, headers });
    expect([page.status, /data-theme="(\w+)"/.exec(page.text)?.[1], page.text.includes('ivan')]).toEqual([
      200,
      'dark',
      false,
    ]);
    expect((await visit(secure.port, '/', { cookies, headers })).headers.location).toBe('/ru/auth');
    const own = { '__Host-lang': 'de', '__Host-theme': 'light', '__Host-ref': 'anna' };
    const known = await visit(secure.port, '/en/auth/sign-up', { cookies: own, headers });
    expect(known.text).toContain('data-theme="light"');
    expect(known.text).toContain('data-theme-cookie="__Host-theme"');
    expect((await visit(secure.port, '/', { cookies: own, headers })).headers.location).toBe('/de/auth');
  });

  test('keep their plain names on https where the operator wants it', async () => {
    const env = { PUBLIC_ORIGIN: 'https://atrium.example', COOKIE_PREFIX: 'false' };
    const plain = await openTestSite({ env });
    const answer = await postSignIn(plain.port, 'anna', { host: 'atrium.example' });
    expect(lineOf(answer, 'access_token')).toMatch(/; Secure$/);
  });

  test('of a link last seven days, and the newest wins', async () => {
    const first = await visit(port, '/ru/partnerlink/anna');
    expect(lineOf(first, 'ref')).toBe('ref=anna; Path=/; Max-Age=604800; SameSite=Lax; HttpOnly');
    const next = await visit(port, '/ru/auth?ref=ivan', { cookies: cookiesSet(first) });
    expect(cookiesSet(next)).toMatchObject({ ref: 'ivan' });
    const entry = await visit(port, '/ru/auth/ref/priya', { cookies: { ref: 'ivan' } });
    expect(entry).toMatchObject({ status: 302, headers: { location: '/ru/auth/sign-up?ref=priya' } });
    expect(cookiesSet(entry)).toMatchObject({ ref: 'priya' });
  });

  test('keep no code that is none', async () => {
    for (const code of ['a%20b', '%3Cscript%3E', 'a%0d%0aSet-Cookie:x=1', 'x'.repeat(65), '']) {
      expect(lineOf(await visit(port, `/ru/auth?ref=${code}`), 'ref')).toBeUndefined();
    }
  });

  test('remember language and theme', async () => {
    expect(lineOf(await visit(port, '/tamil/auth'), 'lang')).toMatch(/^lang=tamil; Path=\/; Max-Age=\d+; SameSite=Lax/);
    expect(lineOf(await visit(port, '/ru/theme', formOf({ theme: 'light' })), 'theme')).toMatch(
      /^theme=light; Path=\/;/,
    );
    const odd = await visit(port, '/ru/theme', formOf({ theme: '"><script>' }));
    expect(lineOf(odd, 'theme')).toMatch(/^theme=dark;/);
  });
});

describe('a session', () => {
  test('with an expired access token is refreshed on the way, once, and the page is there', async () => {
    const { refresh } = await signInByApi(port, 'anna');
    const answer = await visit(port, PROFILE, { cookies: { access_token: 'expired', refresh_token: refresh } });
    expect(answer.status).toBe(200);
    expect(answer.cookies.filter((line) => /^(access|refresh)_token=/.test(line))).toHaveLength(2);
    const next = await visit(port, '/api/users/profile/', { cookies: cookiesSet(answer) });
    expect(JSON.parse(next.text)).toMatchObject({ username: 'anna' });
  });

  test('that was ended elsewhere leads to sign-in, its cookies gone', async () => {
    const cookies = await signInCookies(port, 'ivan');
    await database.db.execute(sql`update session_families set ended_at = now()`);
    const answer = await visit(port, PROFILE, { cookies });
    expect(answer).toMatchObject({
      status: 302,
      headers: { location: '/ru/auth?ended=yes&return_to=%2Fru%2Fdashboard%2Fprofile' },
    });
    expect(lineOf(answer, 'access_token')).toMatch(/^access_token=; .*Max-Age=0/);
    expect(lineOf(answer, 'refresh_token')).toMatch(/^refresh_token=; .*Max-Age=0/);
  });

  test('is over after the sign-out button', async () => {
    const cookies = await signInCookies(port, 'anna');
    const out = await visit(port, '/ru/sign-out', { ...formOf({}), cookies });
    expect(out).toMatchObject({ status: 303, headers: { location: '/ru/auth' } });
    expect(cookiesSet(out)).not.toHaveProperty('access_token');
    for (const name of ['access_token', 'refresh_token']) expect(lineOf(out, name)).toMatch(/Max-Age=0/);
    expect((await visit(port, '/api/users/profile/', { cookies })).status).toBe(401);
  });

  test('isn’t ended by a mere link to sign-out', async () => {
    const cookies = await signInCookies(port, 'anna');
    await visit(port, '/ru/sign-out', { cookies });
    expect((await visit(port, '/api/users/profile/', { cookies })).status).toBe(200);
  });
});

const garbage = [
  'x',
  'null',
  '{}',
  '%00',
  '%',
  '%ff%fe',
  'a.b.c',
  '"quoted"',
  "' or 1=1 --",
  'eyJhbGciOiJub25lIn0.e30.',
  'x'.repeat(4000),
  '%F0%9F%92%A5',
  '__proto__',
];

test.each(garbage)('the made-up token %o leads to sign-in and is taken away', async (made) => {
  for (const cookies of [
    { access_token: made },
    { refresh_token: made },
    { access_token: made, refresh_token: made },
  ]) {
    const answer = await visit(port, PROFILE, { cookies });
    expect(answer.status).toBe(302);
    expect(answer.headers.location).toBe('/ru/auth?ended=yes&return_to=%2Fru%2Fdashboard%2Fprofile');
    for (const name of Object.keys(cookies)) expect(lineOf(answer, name)).toMatch(/Max-Age=0/);
    expect((await visit(port, '/api/users/profile/', { cookies })).status).toBe(401);
  }
});

test.each([
  'lang=xx; theme=%',
  'lang=%00',
  'ref=%0d%0a',
  '=;;;==',
  'a'.repeat(6000),
  '__proto__=1; constructor=2',
  'lang=ru; lang=en',
  'access_token=Ã©',
])('the cookie line %o breaks nothing', async (cookie) => {
  for (const path of ['/', '/ru/auth', '/ru/auth/sign-up', '/ru/partnerlink/anna']) {
    expect((await visit(port, path, { headers: { cookie } })).status).toBeLessThan(400);
  }
});
