import { expect, test } from 'vitest';
import { formOf, jsonOf, sendRaw, visit } from '../support/app/http.ts';
import { openTestSite } from '../support/app/site.ts';

const { port } = await openTestSite();
const ours = `http://localhost:${port}`;
const page = formOf({ theme: 'light' });
const call = jsonOf({ refresh: 'x' });

async function post(headers: Record<string, string>): Promise<number[]> {
  const answers = await Promise.all([
    visit(port, '/ru/theme', { ...page, headers: { ...page.headers, ...headers } }),
    visit(port, '/api/auth/logout/', { ...call, headers: { ...call.headers, ...headers } }),
  ]);
  return answers.map(({ status }) => status);
}

test.each([
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-site' },
  { 'sec-fetch-site': 'CROSS-SITE' },
  { 'sec-fetch-site': 'cross-site', origin: ours },
  { 'sec-fetch-site': 'nonsense' },
  { origin: 'https://evil.example' },
  { origin: 'null' },
  { origin: `${ours}.evil.example` },
  { origin: `https://localhost:${port}` },
  { origin: 'http://localhost' },
  { origin: `http://evil.example:${port}` },
])('what comes with %o changes nothing', async (headers) => {
  expect(await post(headers)).toEqual([403, 403]);
});

test.each([
  { 'sec-fetch-site': 'same-origin' },
  { 'sec-fetch-site': 'none' },
  { 'sec-fetch-site': 'same-origin', origin: ours },
  { origin: ours },
  {},
])('what comes with %o is ours', async (headers) => {
  expect(await post(headers)).toEqual([303, 200]);
});

test('every method that could change something is looked at', async () => {
  const headers = { 'sec-fetch-site': 'cross-site' };
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
    expect((await visit(port, '/ru/auth/sign-in', { method, headers })).status).toBe(403);
  }
});

test('a link from another site still opens a page', async () => {
  const headers = { 'sec-fetch-site': 'cross-site', referer: 'https://evil.example/' };
  expect((await visit(port, '/ru/partnerlink/anna', { headers })).status).toBe(200);
});

test('no other site is allowed to read an answer', async () => {
  const answer = await visit(port, '/api/openapi.json', { headers: { origin: 'https://evil.example' } });
  expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
});

test('64 kB of body are taken, one byte more is too much, however it is announced', async () => {
  const body = (bytes: number) => JSON.stringify({ refresh: 'x'.repeat(bytes - '{"refresh":""}'.length) });
  const send = (bytes: number, headers = {}) =>
    visit(port, '/api/auth/logout/', { ...call, headers: { ...call.headers, ...headers }, body: body(bytes) });
  const chunked = { 'transfer-encoding': 'chunked' };
  expect((await send(65_536)).status).toBe(422);
  expect((await send(65_536, chunked)).status).toBe(422);
  expect((await send(65_537)).status).toBe(413);
  expect((await send(65_537, chunked)).status).toBe(413);
  const asForm = { ...page, body: `theme=${'x'.repeat(65_537)}` };
  expect((await visit(port, '/ru/theme', asForm)).status).toBe(413);
});

test('a body that never ends is cut', async () => {
  const endless = `${'ffff\r\n'}${'x'.repeat(0xffff)}\r\n`.repeat(40);
  const head = `POST /api/auth/logout/ HTTP/1.1\r\nHost: localhost:${port}\r\nContent-Type: application/json\r\nConnection: close\r\n`;
  expect(await sendRaw(port, `${head}Transfer-Encoding: chunked\r\n\r\n${endless}`)).toMatch(/^HTTP\/1\.1 413/);
});

test('a body whose length is told in two ways is not read at all', async () => {
  const head = `POST /api/auth/logout/ HTTP/1.1\r\nHost: localhost:${port}\r\nContent-Type: application/json\r\nConnection: close\r\n`;
  const both = `${head}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /en/auth HTTP/1.1\r\nHost: x\r\n\r\n`;
  expect(await sendRaw(port, both)).toMatch(/^HTTP\/1\.1 400/);
});

test.each([
  { origin: `http://sub.localhost:${port}` },
  { origin: `${ours}/` },
  { origin: ours.toUpperCase() },
  { origin: `${ours}, https://evil.example` },
  { origin: `http://user@localhost:${port}` },
  { origin: 'file://' },
  { origin: 'chrome-extension://abc' },
  { 'sec-fetch-site': 'same-origin, cross-site' },
  { 'sec-fetch-site': 'same-origin;x' },
  { 'sec-fetch-site': 'Same-Origin ' },
  { origin: 'https://evil.example', 'x-forwarded-host': 'evil.example' },
  { origin: 'https://evil.example', referer: ours },
  { origin: 'https://evil.example', 'x-forwarded-proto': 'https', forwarded: 'host=evil.example;proto=https' },
])('nor does what comes with %o', async (headers) => {
  expect(await post(headers)).toEqual([403, 403]);
});

/** Request smuggling: two servers in a row could see the end of these bytes differently, so a second request follows. */
const HEAD = `POST /api/auth/logout/ HTTP/1.1\r\nHost: localhost:${port}\r\nContent-Type: application/json\r\n`;
const INNER = `GET /api/openapi.json HTTP/1.1\r\nHost: localhost:${port}\r\nConnection: close\r\n\r\n`;
const chunked = `0\r\n\r\n${INNER}`;

test.each([
  ['a length and chunks', `Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n${chunked}`],
  ['chunks and a length', `Transfer-Encoding: chunked\r\nContent-Length: 4\r\n\r\n${chunked}`],
  ['two lengths', `Content-Length: 0\r\nContent-Length: 9\r\n\r\n{}       ${INNER}`],
  ['a list of lengths', `Content-Length: 0, 9\r\n\r\n${INNER}`],
  ['a length below zero', `Content-Length: -1\r\n\r\n${INNER}`],
  ['a length with a sign', `Content-Length: +0\r\n\r\n${INNER}`],
  ['a length in hex', `Content-Length: 0x0\r\n\r\n${INNER}`],
  ['a space before the colon', `Content-Length : 0\r\n\r\n${INNER}`],
  ['an unknown coding', `Transfer-Encoding: xchunked\r\n\r\n${chunked}`],
  ['two codings', `Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n\r\n${chunked}`],
  ['a coding behind a tab', `Transfer-Encoding:\tchunked, x\r\n\r\n${chunked}`],
  ['a folded line', `Transfer-Encoding:\r\n chunked\r\nContent-Length: 3\r\n\r\n${chunked}`],
  ['a line that ends in LF', `X: y\nTransfer-Encoding: chunked\r\nContent-Length: 3\r\n\r\n${chunked}`],
  ['a name with a NUL', `Transfer-Encoding\0: chunked\r\n\r\n${chunked}`],
  ['a chunk without a size', `Transfer-Encoding: chunked\r\n\r\n;\r\n\r\n${INNER}`],
  ['a chunk of a size below zero', `Transfer-Encoding: chunked\r\n\r\n-1\r\n${INNER}`],
  ['a chunk far too large', `Transfer-Encoding: chunked\r\n\r\nfffffffffffffffff\r\n${INNER}`],
])('with %s no second request is answered', async (_, rest) => {
  const answer = await sendRaw(port, `${HEAD}${rest}`);
  expect(answer).toMatch(/^HTTP\/1\.1 4\d\d /);
  expect(answer).not.toContain('"openapi"');
  expect(answer.match(/^HTTP\/1\.1 /gm)).toHaveLength(1);
});

test.each([
  'GET http://evil.example/api/openapi.json HTTP/1.1',
  'GET evil.example:443 HTTP/1.1',
  'CONNECT evil.example:443 HTTP/1.1',
  'GET * HTTP/1.1',
  'OPTIONS * HTTP/1.1',
  'GET @evil.example/ HTTP/1.1',
  'GET  / HTTP/1.1',
  'GET / HTTP/9.9',
  'get / HTTP/1.1',
  'G\0T / HTTP/1.1',
  'PRI * HTTP/2.0',
])('the request line %o leads nowhere and breaks nothing', async (line) => {
  const answer = await sendRaw(port, `${line}\r\nHost: localhost:${port}\r\nConnection: close\r\n\r\n`);
  expect(answer).not.toMatch(/^HTTP\/1\.1 5|evil\.example\/|Server Error/);
  expect((await visit(port, '/healthz')).status).toBe(200);
});

test('the same header many times is read once or refused', async () => {
  const twice = (name: string, first: string, second: string) =>
    sendRaw(
      port,
      `POST /api/auth/logout/ HTTP/1.1\r\nHost: localhost:${port}\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: 15\r\n${name}: ${first}\r\n${name}: ${second}\r\n\r\n{"refresh":"x"}`,
    );
  for (const [first, second] of [
    [ours, 'https://evil.example'],
    ['https://evil.example', ours],
  ] as const) {
    expect(await twice('Origin', first, second)).toMatch(/^HTTP\/1\.1 403/);
  }
  for (const [first, second] of [
    ['same-origin', 'cross-site'],
    ['cross-site', 'same-origin'],
  ] as const) {
    expect(await twice('Sec-Fetch-Site', first, second)).toMatch(/^HTTP\/1\.1 403/);
  }
});
