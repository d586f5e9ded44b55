import { expect, test } from 'vitest';
import { formOf, jsonOf, sendRaw, visit } from '../../support/http.ts';
import { openTestSite } from '../../support/site.ts';

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
