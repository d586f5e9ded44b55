import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { Hono } from 'hono';
import { expect, onTestFinished, test, vi } from 'vitest';
import { LANGUAGES } from '#domain/languages.ts';
import { translator } from '#i18n/translator.ts';
import { silentLog } from '#server/log.ts';
import { createHttpServer } from '#server/serve.ts';
import type { FrontEnv, Handle } from '#server/site/arrival.ts';
import { refuseWhenCrowded, takesPlace, watchPressure } from '#server/site/crowding.ts';
import { countInFlight } from '#server/site/load-shedding.ts';

/** A site under pressure, behind which everything answers 200. */
async function openSite({ lateMs = 0, waiting = 0, queuedMs = 0 }): Promise<string> {
  const front = new Hono<FrontEnv>().all('*', (context) => context.text('here'));
  const inFlight = countInFlight();
  const now = { looks: waiting, transactions: queuedMs > 0 ? 1 : 0 };
  const pressure = { inFlight, lateMs: () => lateMs, waiting: () => now, queuedMs: () => queuedMs };
  return serve(inFlight.counted(front.fetch, takesPlace), refuseWhenCrowded(pressure, LIMITS, silentLog));
}

async function serve(handle: Handle, refuse: ReturnType<typeof refuseWhenCrowded>): Promise<string> {
  const server = createHttpServer(handle, { trustedProxyHops: 0 }, refuse).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const LIMITS = { eventLoopLagMs: 100, maxInFlight: 2 };
const CALM = { lateMs: () => 0, queuedMs: () => 0 };

const post = { method: 'POST', body: 'x'.repeat(100_000) };

test('who comes while there is room is let in', async () => {
  const site = await openSite({ lateMs: 90, waiting: 90 });
  expect((await fetch(`${site}/en/auth`)).status).toBe(200);
});

test.each([{ lateMs: 150 }, { waiting: 150 }])(
  'a crowd is told so at once, but who sends something is let in: %o',
  async (pressure) => {
    const site = await openSite(pressure);
    for (const { segment } of LANGUAGES) {
      const answer = await fetch(`${site}/${segment}/dashboard/profile`);
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '2']);
      expect(await answer.text()).toContain(translator(segment)('common:broken.unavailable_text'));
    }
    const call = await fetch(`${site}/api/users/profile/`, { headers: { 'accept-language': 'de' } });
    expect([call.status, await call.json()]).toMatchObject([
      503,
      { detail: translator('de')('refusals:unavailable', { count: 1 }) },
    ]);
    expect((await fetch(`${site}/en/dashboard/support`, post)).status).toBe(200);
  },
);

test('too big a crowd is turned away as a whole, but whoever watches over us and small files are not', async () => {
  const site = await openSite({ lateMs: 400 });
  const sent = await fetch(`${site}/api/finance/withdrawals/`, post).then(
    ({ status }) => status,
    () => 'closed',
  );
  expect([503, 'closed']).toContain(sent);
  for (const path of ['/healthz', '/readyz', '/_astro/page.js']) expect((await fetch(site + path)).status).toBe(200);
});

test('a queue of those who send something may form, but nobody joins one that stands', async () => {
  const statusOf = async (queuedMs: number, path: string, init?: RequestInit) =>
    (await fetch((await openSite({ queuedMs })) + path, init)).status;
  const order = { method: 'POST', body: 'x' };
  expect(await statusOf(500, '/api/finance/withdrawals/', order)).toBe(200);
  expect(await statusOf(700, '/api/finance/withdrawals/', order)).toBe(503);
  expect(await statusOf(700, '/en/dashboard/finance')).toBe(200);
});

test('a queue stands from when somebody had to wait until nobody does', () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  let transactions = 0;
  const { queuedMs, stop } = watchPressure(() => ({ looks: 0, transactions }));
  onTestFinished(stop);
  vi.advanceTimersByTime(1_000);
  expect(queuedMs()).toBe(0);
  transactions = 3;
  vi.advanceTimersByTime(1_000);
  expect(queuedMs()).toBe(1_000);
  transactions = 0;
  expect(queuedMs()).toBe(0);
  vi.advanceTimersByTime(20);
  transactions = 1;
  vi.advanceTimersByTime(100);
  expect(queuedMs()).toBe(100);
});

test('no more look at once than can be answered, and there is room again after each', async () => {
  const inFlight = countInFlight();
  const calm = { ...CALM, inFlight, waiting: () => ({ looks: 1, transactions: 0 }) };
  const doors: ((answer: Response) => void)[] = [];
  const slow: Handle = (request) =>
    request.method === 'GET' ? new Promise((resolve) => doors.push(resolve)) : new Response('taken');
  const site = await serve(inFlight.counted(slow, takesPlace), refuseWhenCrowded(calm, LIMITS, silentLog));
  const [first, second] = [fetch(`${site}/en/auth`), fetch(`${site}/en/auth`)];
  await expect.poll(() => doors.length).toBe(2);
  expect((await fetch(`${site}/en/auth`)).status).toBe(503);
  expect((await fetch(`${site}/en/dashboard/support`, post)).status).toBe(200);

  // An answer that has begun is no work any more, however slowly it is read.
  const endless = new ReadableStream({ start: (stream) => stream.enqueue(new Uint8Array(1)) });
  doors[0]?.(new Response(endless));
  expect((await first).status).toBe(200);
  const third = fetch(`${site}/en/auth`);
  await expect.poll(() => doors.length).toBe(3);
  for (const open of doors) open(new Response('here'));
  expect([(await second).status, (await third).status]).toEqual([200, 200]);
});

test('while somebody who sends something waits for the database, fewer may look', async () => {
  const sending = {
    ...CALM,
    inFlight: { total: () => 1, hasItsShare: () => false },
    waiting: () => ({ looks: 0, transactions: 1 }),
  };
  const front = new Hono<FrontEnv>().all('*', (context) => context.text('here'));
  const site = await serve(front.fetch, refuseWhenCrowded(sending, LIMITS, silentLog));
  expect((await fetch(`${site}/en/auth`)).status).toBe(503);
  expect((await fetch(`${site}/en/dashboard/support`, post)).status).toBe(200);
});
