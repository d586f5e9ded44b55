import { expect, test } from 'vitest';
import { formOf, jsonOf, visit } from '../support/app/http.ts';
import { openTestSite } from '../support/app/site.ts';
import { signInCookies } from '../support/app/sign-in-over-http.ts';

const { port } = await openTestSite();
const { access_token = '', refresh_token = '' } = await signInCookies(port, 'anna');
const member = { access_token, refresh_token };

test.each([
  ['/xx/dashboard/team?a=1', { lang: 'de' }, '/de/auth?return_to=%2Fde%2Fdashboard%2Fteam%3Fa%3D1'],
  ['/', {}, '/ru/auth'],
  ['/', { lang: 'tamil' }, '/tamil/auth'],
  ['/', { lang: 'xx' }, '/ru/auth'],
  ['/auth/sign-up?a=1&b=%2F', { lang: 'en' }, '/en/auth/sign-up?a=1&b=%2F'],
  ['/partnerlink/anna?x=%20y', {}, '/ru/partnerlink/anna?x=%20y'],
  ['/en/dashboard/team', { lang: 'de' }, '/en/auth?return_to=%2Fen%2Fdashboard%2Fteam'],
  ['/en/no/such/page', {}, '/en/auth'],
  ['/dashboard', { lang: 'hindi' }, '/hindi/auth'],
])('a guest at %s with %o is sent to %s in one step', async (from, cookies, to) => {
  const answer = await visit(port, from, { cookies });
  expect(answer).toMatchObject({ status: 302, headers: { location: to } });
  expect((await visit(port, to, { cookies })).status).toBe(200);
});

test.each([
  ['/xx/dashboard/team?a=1', { lang: 'de' }, '/de/dashboard/team?a=1'],
  ['/dashboard/team?a=1&a=2', {}, '/ru/dashboard/team?a=1&a=2'],
  ['/en/dashboard?x=1', {}, '/en/dashboard/profile'],
  ['/en/auth', {}, '/en/dashboard/profile'],
  ['/auth/reset', { lang: 'fr' }, '/fr/dashboard/profile'],
  ['/en/no/such/page', {}, '/en/dashboard/profile?done=no-page'],
  ['/no-such-page', { lang: 'de' }, '/de/dashboard/profile?done=no-page'],
])('Anna at %s with %o is sent to %s in one step', async (from, cookies, to) => {
  const answer = await visit(port, from, { cookies: { ...member, ...cookies } });
  expect(answer).toMatchObject({ status: 302, headers: { location: to } });
  expect((await visit(port, to, { cookies: { ...member, ...cookies } })).status).toBe(200);
});

const elsewhere = [
  '//evil.example',
  '/\\evil.example',
  '/.//evil.example',
  '/%2f/evil.example',
  '/\t/evil.example',
  'https://evil.example',
  '/x/..//evil.example',
  '///evil.example',
  '/%5cevil.example',
  '/..//evil.example/x',
];

test.each(elsewhere)('the theme switch doesn’t lead to %o', async (back) => {
  const { status, headers } = await visit(port, '/ru/theme', formOf({ theme: 'light', back }));
  expect(status).toBe(303);
  expect(headers.location).toBeTruthy();
  expect(new URL(headers.location ?? '', `http://localhost:${port}`).host).toBe(`localhost:${port}`);
});

test.each([
  ...elsewhere.slice(0, 4),
  '//evil.example/ru/dashboard',
  '//evil.example/%2e%2e',
  '/ru//evil.example',
  '/evil.example//auth',
])('the address %o leads nowhere else', async (path) => {
  for (const cookies of [{}, member]) {
    const { status, headers } = await visit(port, path.replaceAll('\t', '%09'), { cookies });
    expect(status).toBeLessThan(500);
    expect(new URL(headers.location ?? '/', `http://localhost:${port}`).host).toBe(`localhost:${port}`);
  }
});

const forms = [
  '/ru/auth',
  '/ru/auth/sign-in',
  '/ru/auth/sign-up',
  '/ru/auth/activate',
  '/ru/auth/reset',
  '/ru/theme',
  '/ru/partnerlink/anna',
  '/ru//theme',
  '/ru/sign-out',
  '/ru/no-such-page',
];

test.each(forms)('%s takes any body without falling over', async (form) => {
  const multipart = {
    method: 'POST',
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
    body: '--y broken',
  };
  const bodies = [
    jsonOf({ login: 'anna' }),
    multipart,
    { method: 'POST' },
    formOf({ login: '\0', password: '\ud800' }),
  ];
  for (const body of [
    ...bodies,
    { method: 'POST', headers: { 'content-type': 'text/plain', 'transfer-encoding': 'chunked' }, body: 'x' },
  ]) {
    const { status } = await visit(port, form, body);
    expect(status, JSON.stringify(body)).toBeLessThan(500);
  }
});

test('a form with a slash at the end of its address is led to its own, and may be sent there again', async () => {
  const form = formOf({ theme: 'light', back: '/ru/auth' });
  expect(await visit(port, '/ru/theme/', form)).toMatchObject({ status: 308, headers: { location: '/ru/theme' } });
  expect(await visit(port, '/ru/theme', form)).toMatchObject({ status: 303, headers: { location: '/ru/auth' } });
});

/** Return addresses that a malicious link gives to the sign-in page. */
const returns = [
  '//evil.example/ru/dashboard/team',
  '/\\evil.example/ru/dashboard/team',
  'https://evil.example/ru/dashboard/team',
  'https:/evil.example/ru/dashboard/team',
  'https:evil.example',
  'javascript:alert(1)//ru/dashboard/team',
  'data:text/html,x',
  '/%2f%2fevil.example/ru/dashboard/team',
  '%2f%2fevil.example',
  `http://localhost@evil.example/ru/dashboard/team`,
  '/ru/dashboard/team@evil.example',
  '/ru/dashboard/team/..//evil.example',
  '/ru/dashboard/team\r\nSet-Cookie: access_token=x',
  '/ru/dashboard/team%0d%0aSet-Cookie:%20access_token=x',
  '／／evil.example/ru/dashboard/team',
  '/ru/sign-out',
  '/ru/theme',
  '/operator/members',
  '/api/users/export/',
  '/ru/auth',
];

test.each(returns)('the sign-in that is to return to %o leads to a page of ours', async (back) => {
  const query = `?return_to=${encodeURIComponent(back)}`;
  const guest = await visit(port, `/ru/auth${query}`);
  expect(guest.status).toBe(200);
  for (const [, address = ''] of guest.text.matchAll(/(?:href|action|value)="([^"]*evil\.example[^"]*)"/g)) {
    expect(new URL(address.replaceAll('&amp;', '&'), `http://localhost:${port}`).host).toBe(`localhost:${port}`);
  }
  const signedIn = await visit(port, `/ru/auth${query}`, { cookies: member });
  for (const { status, headers, cookies } of [signedIn]) {
    expect(status).toBe(302);
    const { host, pathname } = new URL(headers.location ?? '', `http://localhost:${port}`);
    expect(host).toBe(`localhost:${port}`);
    expect(pathname).toMatch(/^\/ru\/dashboard\//);
    expect(cookies.join()).not.toContain('access_token=x');
  }
});

test.each([
  'evil.example',
  '//evil.example',
  'a/../../evil',
  '<script>',
  'x'.repeat(65),
  'анна',
  'anna\r\nX: y',
  '..',
  ' ',
])('the code %o of a partner is kept by nobody', async (ref) => {
  for (const address of [`/ru/auth/ref/${encodeURIComponent(ref)}`, `/ru/auth?ref=${encodeURIComponent(ref)}`]) {
    const { status, headers, cookies } = await visit(port, address);
    expect(status, address).toBeLessThan(500);
    expect(cookies.filter((line) => /^ref=[^;]/.test(line))).toEqual([]);
    expect(new URL(headers.location ?? '/', `http://localhost:${port}`).host).toBe(`localhost:${port}`);
  }
});
