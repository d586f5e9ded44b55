import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { refreshSession } from '#contracts/auth.ts';
import { FILE_TYPES } from '#contracts/contract.ts';
import { readConfig } from '#server/base/config.ts';
import { builtPages } from '#server/http/pages/astro-pages.ts';
import { start } from '#server/boot/start.ts';
import { afterwards } from '../../support/afterwards.ts';
import { freePort } from '../../support/free-port.ts';
import { cookiesSet, formOf, jsonOf, visit } from '../../support/app/http.ts';
import { openTestSite } from '../../support/app/site.ts';
import { answerFrom, postSignIn, signInByApi, signInCookies } from '../../support/app/sign-in-over-http.ts';
import { silentLog } from '../../support/app/silent-log.ts';

const api = await openTestSite({ env: { TRUSTED_PROXY_HOPS: '1' } });
const front = await openFront(api.origin.replace('localhost', '127.0.0.1'));
const PROFILE = '/ru/dashboard/profile';

/** Pages without their own app: their data comes over HTTP. */
async function openFront(apiUrl: string): Promise<number> {
  const port = await freePort();
  const config = readConfig({ API_URL: apiUrl, PORT: String(port) });
  const running = await start(config, silentLog, builtPages());
  afterwards(() => running.stop());
  return port;
}

test('Anna signs in at a front whose API is elsewhere, and sees her page', async () => {
  const signedIn = await postSignIn(front, 'anna');
  expect(signedIn).toMatchObject({ status: 303, headers: { location: '/en/dashboard/profile' } });
  const page = await visit(front, PROFILE, { cookies: cookiesSet(signedIn) });
  expect(page.status).toBe(200);
  expect(page.text).toContain('Анна Северянина');
});

test('a session knows the browser it was opened with, however far the API is', async () => {
  const browser = 'Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0';
  const cookies = cookiesSet(await postSignIn(front, 'priya', { 'user-agent': browser }));
  const { items } = JSON.parse((await visit(front, '/api/users/sessions/', { cookies })).text);
  expect(items).toMatchObject([{ device: 'Firefox, Android', is_this: true }]);
});

test('an expired access token is refreshed over the line', async () => {
  const { refresh } = await signInByApi(api.port, 'anna');
  const page = await visit(front, PROFILE, { cookies: { access_token: 'expired', refresh_token: refresh } });
  expect(page.status).toBe(200);
  expect(cookiesSet(page)).toMatchObject({ access_token: expect.any(String), refresh_token: expect.any(String) });
});

test('a browser’s call goes through with its cookies, and signing out reaches the API', async () => {
  const cookies = await signInCookies(front, 'ivan');
  expect(JSON.parse((await visit(front, '/api/users/profile/', { cookies })).text)).toMatchObject({ username: 'ivan' });
  // Recent events are requested from the API; there is no stream.
  const recent = await visit(front, '/api/events/recent/?age=0', { cookies });
  expect(JSON.parse(recent.text)).toEqual({ kinds: [] });
  expect((await visit(front, '/api/events/', { cookies })).status).toBe(404);
  await visit(front, '/ru/sign-out', { ...formOf({}), cookies });
  const headers = { authorization: `Bearer ${cookies['access_token']}` };
  expect((await visit(api.port, '/api/users/profile/', { headers })).status).toBe(401);
});

test('refusals come over the line with their sentences and their patience', async () => {
  const call = async () => {
    const form = jsonOf({ login: 'jonas', password: 'Wrong-1-word', bot_check: await answerFrom(front) });
    return visit(front, '/api/auth/sign-in/', { ...form, headers: { ...form.headers, 'accept-language': 'en' } });
  };
  expect(await call()).toMatchObject({ status: 422 });
  for (let tries = 0; tries < 10; tries += 1) await call();
  const refused = await call();
  expect(refused.status).toBe(429);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  expect(JSON.parse(refused.text).detail).toMatch(/^Too many attempts/);
});

test('an API that is away is a refusal that can be tried again, and the session stays', async () => {
  const port = await openFront(`http://127.0.0.1:${await freePort()}`);
  const cookies = { access_token: 'some', refresh_token: 'thing' };
  const call = await visit(port, '/api/users/profile/', { cookies, headers: { 'accept-language': 'en' } });
  expect(call).toMatchObject({ status: 503, headers: { 'retry-after': '5' } });
  expect(JSON.parse(call.text)).toMatchObject({ code: 'unavailable' });
  const page = await visit(port, PROFILE, { cookies });
  expect(page.status).toBe(503);
  expect([...call.cookies, ...page.cookies].filter((line) => line.includes('_token'))).toEqual([]);
  expect((await visit(port, '/ru/auth')).status).toBe(200);
});

test('a pair that was refreshed just before the line broke reaches the browser', async () => {
  let isRefreshed = false;
  const port = await openFront(
    await openStranger((request, response) => {
      if (request.url === refreshSession.path) {
        isRefreshed = true;
        response.end(JSON.stringify({ access: 'fresh', refresh: 'child' }));
      } else if (isRefreshed) request.socket.destroy();
      else response.writeHead(401).end(JSON.stringify({ code: 'no_session', detail: '' }));
    }),
  );
  const call = await visit(port, '/api/users/profile/', { cookies: { refresh_token: 'parent' } });
  expect(call.status).toBe(503);
  expect(cookiesSet(call)).toEqual({ access_token: 'fresh', refresh_token: 'child' });
});

test('of an answer only what our own API sends reaches the browser, also of a file', async () => {
  const foreign = {
    'set-cookie': ['access_token=stolen; Path=/', 'other=1'],
    'access-control-allow-origin': '*',
    'access-control-allow-credentials': 'true',
    'content-security-policy': 'default-src *',
    'x-powered-by': 'Stranger',
    'x-frame-options': 'ALLOWALL',
    'strict-transport-security': 'max-age=0',
    'clear-site-data': '"*"',
    'service-worker-allowed': '/',
    refresh: '0;url=https://evil.example/',
    link: '<https://evil.example/>; rel=preload',
    location: 'https://evil.example/',
    server: 'Stranger',
  };
  const ours = { 'cache-control': 'no-store', 'retry-after': '7', allow: 'GET', etag: '"1"', 'content-language': 'de' };
  let type = 'application/json';
  const port = await openFront(
    await openStranger((_, response) =>
      response.writeHead(200, { ...foreign, ...ours, 'content-type': type }).end('{}'),
    ),
  );
  for (type of ['application/json', ...FILE_TYPES]) {
    const { headers, cookies } = await visit(port, '/api/users/profile/', { cookies: { access_token: 'own' } });
    expect(headers).toMatchObject(ours);
    expect([headers['content-type'], cookies]).toEqual([type, []]);
    const theirs = Object.entries(foreign).filter(([name, value]) => headers[name] === String(value));
    expect(theirs).toEqual([]);
    for (const name of ['location', 'refresh', 'link', 'server', 'clear-site-data', 'x-powered-by'])
      expect(headers).not.toHaveProperty(name);
    expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
  }
});

test('an API that answers with something else is one that is away', async () => {
  const port = await openFront(await openStranger((_, response) => response.end('<html>Bad gateway</html>')));
  expect((await visit(port, '/ru/partnerlink/anna')).status).toBe(503);
  expect((await visit(port, PROFILE, { cookies: { refresh_token: 'thing' } })).status).toBe(503);
});

/** A foreign server in place of the API. */
async function openStranger(answer: RequestListener): Promise<string> {
  const stranger = createServer(answer).listen(0, '127.0.0.1');
  await once(stranger, 'listening');
  afterwards(() => stranger.close());
  return `http://127.0.0.1:${(stranger.address() as AddressInfo).port}`;
}
