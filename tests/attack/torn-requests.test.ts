import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { seededRandom } from '#server/operator/seed/seeded-random.ts';
import { newAddress } from '../support/app/api.ts';
import { everyday } from '../support/everyday.ts';
import { visit } from '../support/app/http.ts';
import { brokenInvariants } from '../support/db/invariants.ts';
import { signInCookies } from '../support/app/sign-in-over-http.ts';
import { openTestSite } from '../support/app/site.ts';

// Simulates clients that send random bytes and disconnect at random times. An uncaught error would fail the whole run.

const SEED = Number(process.env['SEED'] ?? everyday(1, Date.now() % 1_000_000));
const VISITS = everyday(400, 20_000);
const AT_ONCE = 12;

const failures: unknown[] = [];
const { port, database } = await openTestSite({
  money: true,
  env: { TRUSTED_PROXY_HOPS: '1' },
  log: (level, event, fields) => void (level === 'error' && failures.push({ event, ...fields })),
});
const cookies = await signInCookies(port, 'anna');

const READS = [
  ...['/', '/healthz', '/sitemap.xml', '/en/auth', '/en/partnerlink/anna', '/en/nothing-here', '/_astro/x.js'],
  ...['profile', 'team', 'finance', 'feed', 'invite.svg'].map((page) => `/en/dashboard/${page}`),
  ...['events/', 'events/recent/', 'users/export/', 'finance/statement/', 'team/', 'sitemap/'].map(
    (path) => `/api/${path}`,
  ),
];
const WRITES = [
  ...['/en/auth/sign-in', '/en/dashboard/support', '/en/dashboard/settings/photo'],
  ...['users/photo/', 'finance/withdrawals/', 'auth/sign-in/', 'support/', 'webhooks/qpayments/'].map(
    (path) => `/api/${path}`,
  ),
];
const ODD_HEADERS = [
  ...['Expect: 100-continue', 'Expect: miracles', 'Upgrade: websocket\r\nConnection: Upgrade', 'TE: trailers'],
  ...['Range: bytes=9-1', 'Range: bytes=0-0,5-6', 'If-None-Match: *', 'Last-Event-ID: \u00ff', 'Connection: close'],
  ...['Accept-Encoding: gzip', 'Accept-Encoding: br', 'Transfer-Encoding: gzip'],
];
const LARGE = 'x'.repeat(150_000);
const PART =
  '--xx\r\nContent-Disposition: form-data; name="photo"; filename="a.png"\r\nContent-Type: image/png\r\n\r\n';
const BODIES: Record<string, string[]> = {
  'application/json': ['{', '[]', 'null', '"\\u0000"', '{"__proto__":{}}', `{"message":"${LARGE}"}`],
  'application/x-www-form-urlencoded': ['%', 'login=anna&password=x', 'a=%ff%fe', `message=${LARGE}`],
  'multipart/form-data; boundary=xx': [PART, `${PART}${LARGE}`, `${PART}${LARGE}\r\n--xx--\r\n`],
};

test(`whatever is sent, and wherever it breaks off, nothing of ours fails (SEED=${SEED})`, async () => {
  const random = seededRandom(SEED);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;

  function request(): string {
    const isRead = random() < 0.6;
    const cookie = Object.entries(cookies).map(([name, value]) => `${name}=${value}`);
    const head = [
      `${isRead ? pick(['GET', 'GET', 'HEAD', 'OPTIONS']) : 'POST'} ${pick(isRead ? READS : WRITES)} HTTP/1.1`,
      ...[`Host: localhost:${port}`, `Origin: http://localhost:${port}`, `X-Forwarded-For: ${newAddress()}`],
      `Cookie: ${cookie.join('; ')}`,
    ];
    if (random() < 0.4) head.push(pick(ODD_HEADERS));
    if (isRead) return [...head, '', ''].join('\r\n');
    const type = pick(Object.keys(BODIES));
    const body = pick(BODIES[type]!);
    if (random() < 0.7) {
      const length = body.length + pick([0, 0, 0, 100, 100_000]);
      return [...head, `Content-Type: ${type}`, `Content-Length: ${length}`, '', body].join('\r\n');
    }
    const chunks = `${body.length.toString(16)}\r\n${body}${pick(['\r\n0\r\n\r\n', '\r\nzz\r\n', ''])}`;
    return [...head, `Content-Type: ${type}`, 'Transfer-Encoding: chunked', '', chunks].join('\r\n');
  }

  async function comeAndGo(): Promise<void> {
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: random() < 0.3 });
    socket.on('error', () => {}).resume();
    const closed = once(socket, 'close').catch(() => {});
    const sent = Array.from({ length: pick([1, 1, 1, 5]) }, request).join('');
    socket.write(random() < 0.3 ? sent.slice(0, Math.floor(random() * sent.length)) : sent, 'latin1');
    if (random() < 0.2) socket.pause();
    await delay(random() * 100);
    if (random() < 0.2) socket.end();
    if (random() < 0.6) socket.resetAndDestroy();
    else socket.destroy();
    await closed;
  }

  let left = VISITS;
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      while (left-- > 0) await comeAndGo();
    }),
  );
  expect(failures).toEqual([]);
  expect((await visit(port, '/en/dashboard/profile', { cookies })).status).toBe(200);
  expect(await brokenInvariants(database.db)).toEqual([]);
});
