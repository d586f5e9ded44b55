import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { Hono } from 'hono';
import { expect, onTestFinished, test, vi } from 'vitest';
import { LANGUAGES } from '#domain/languages.ts';
import { PAGES } from '#domain/paths.ts';
import { translator } from '#i18n/translator.ts';
import { everyday } from '../../../support/everyday.ts';
import { visit } from '../../../support/app/http.ts';
import { spellingsOf } from '../../../support/made/path-spellings.ts';
import { silentLog } from '../../../support/app/silent-log.ts';
import { createHttpServer } from '#server/http/front/server.ts';
import type { HttpEnv, RequestHandler } from '#server/api/request-info.ts';
import {
  countInFlight,
  isCountedUnless,
  isUnshedFor,
  shedLoad,
  watchEventLoop,
} from '#server/http/front/load-shedding.ts';

const LIMITS = { eventLoopLagMs: 100, maxInFlight: 2, publicOrigin: 'http://localhost' };
const post = { method: 'POST', body: 'x'.repeat(100_000) };

/** A site under load. `handle` answers admitted requests, by default with 200. */
async function openSite({ lagMs = 0, waitingTransactions = 0 }, handle?: RequestHandler): Promise<string> {
  const front = new Hono<HttpEnv>().all('*', (context) => context.text('here'));
  const inFlight = countInFlight({ publicOrigin: LIMITS.publicOrigin, hasCookiePrefix: false });
  const isUnshed = isUnshedFor({ root: '', etags: new Map([['/_astro/page.js', 'W/"1"']]) });
  const load = { inFlight, lagMs: () => lagMs, waitingTransactions: () => waitingTransactions, isUnshed };
  const shed = shedLoad(load, LIMITS, silentLog);
  const server = createHttpServer(
    inFlight.counted(handle ?? front.fetch, isCountedUnless(isUnshed)),
    { trustedProxyHops: 0 },
    shed,
  ).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('while there is room a request is answered', async () => {
  const site = await openSite({ lagMs: 90, waitingTransactions: 1 });
  expect((await fetch(`${site}/en/auth`)).status).toBe(200);
  expect((await fetch(`${site}/en/dashboard/support`, post)).status).toBe(200);
});

test('a refusal says so in the reader’s language, as a page or as JSON', async () => {
  const site = await openSite({ lagMs: 150 });
  for (const { segment } of LANGUAGES) {
    const answer = await fetch(`${site}/${segment}/dashboard/profile`);
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '2']);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      ...{ 'cross-origin-opener-policy': 'same-origin', 'cross-origin-resource-policy': 'same-origin' },
      ...{ 'referrer-policy': 'same-origin', 'x-content-type-options': 'nosniff' },
      'content-security-policy': expect.stringMatching(/default-src 'none'.*frame-ancestors 'none'/),
    });
    expect(await answer.text()).toContain(translator(segment)('common:broken.unavailable_text'));
  }
  const call = await fetch(`${site}/api/users/profile/`, { headers: { 'accept-language': 'de' } });
  expect([call.status, await call.json()]).toMatchObject([
    503,
    { detail: translator('de')('refusals:unavailable', { count: 1 }) },
  ]);
});

test('monitors and files are answered whatever the load', async () => {
  const site = await openSite({ lagMs: 400, waitingTransactions: 100 });
  for (const path of ['/healthz', '/readyz', '/_astro/page.js']) expect((await fetch(site + path)).status).toBe(200);
});

test('nothing else is, however its address is written', async () => {
  const { port } = new URL(await openSite({ lagMs: 400, waitingTransactions: 100 }));
  const pages = Object.values(PAGES).map(({ pattern }) => `/en/${pattern.replaceAll(/[{}]/g, '')}`);
  const calls = ['/operator/sign-in', '/api/users/profile/', '/operator/api/session/', '/photos/x', '/sitemap.xml'];
  const made = [
    '/_astro/gone.js',
    '/_astro/',
    '/icons/gone.png',
    '/healthz/',
    '/healthz/x',
    '/readyz.html',
    '/HEALTHZ',
  ];
  const files = ['/_astro/page.js', '/healthz'].flatMap((path) => spellingsOf(path, `http://localhost:${port}`));
  const other = [...everyday(pages.slice(0, 2), pages), ...calls].flatMap((path) =>
    spellingsOf(path, `http://localhost:${port}`),
  );
  const answered: string[] = [];
  for (const path of [...pages, ...calls, ...made, ...files, ...other]) {
    const { status } = await visit(Number(port), path);
    // Node answers a malformed request line with 400.
    if (![400, 404, 503].includes(status)) answered.push(`${path}: ${status}`);
  }
  for (const path of ['/healthz', '/_astro/page.js']) {
    const { status } = await visit(Number(port), path, { method: 'POST' });
    if (status !== 503) answered.push(`POST ${path}: ${status}`);
  }
  expect(answered).toEqual([]);
});

test('a request that writes is refused while as many wait for a transaction, and its body is not read', async () => {
  const site = await openSite({ waitingTransactions: 2 });
  const sent = await fetch(`${site}/api/finance/withdrawals/`, post).then(
    ({ status }) => status,
    () => 'closed',
  );
  expect([503, 'closed']).toContain(sent);
  expect((await fetch(`${site}/en/dashboard/finance`)).status).toBe(200);
});

test('no more are read at once than can be answered, and there is room again after each', async () => {
  const answers: ((answer: Response) => void)[] = [];
  const slow: RequestHandler = (request) =>
    request.method === 'GET' ? new Promise((resolve) => answers.push(resolve)) : new Response('taken');
  const site = await openSite({}, slow);
  const [first, second] = [fetch(`${site}/en/auth`), fetch(`${site}/en/auth`)];
  await expect.poll(() => answers.length).toBe(2);
  expect((await fetch(`${site}/en/auth`)).status).toBe(503);
  expect((await fetch(`${site}/en/dashboard/support`, post)).status).toBe(200);

  // A response that has begun is no load any more, even if it is read slowly.
  const endless = new ReadableStream({ start: (stream) => stream.enqueue(new Uint8Array(1)) });
  answers[0]?.(new Response(endless));
  expect((await first).status).toBe(200);
  const third = fetch(`${site}/en/auth`);
  await expect.poll(() => answers.length).toBe(3);
  for (const answer of answers) answer(new Response('here'));
  expect([(await second).status, (await third).status]).toEqual([200, 200]);
});

test('one long pause is no overload, a loop that stays late is', () => {
  let nowMs = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => nowMs);
  vi.useFakeTimers({ toFake: ['setInterval'] });
  onTestFinished(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });
  const { lagMs, stop } = watchEventLoop();
  onTestFinished(stop);
  const tick = (lateMs: number) => {
    nowMs += 20 + lateMs;
    vi.advanceTimersByTime(20);
  };
  tick(500);
  expect(lagMs()).toBe(0);
  for (let sample = 0; sample < 5; sample++) tick(150);
  expect(lagMs()).toBe(150);
});
