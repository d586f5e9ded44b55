import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { visit } from '../../support/app/http.ts';
import { openTestSite } from '../../support/app/site.ts';

const { port } = await openTestSite();
const accept = (encoding: string) => ({ headers: { 'accept-encoding': encoding } });

test('a page comes in brotli, gzip or plain, whichever the browser reads, with the same words', async () => {
  const strip = (html: string) => html.replaceAll(/value="[\w~-]{20,}"/g, '').replaceAll(/\d/g, '');
  const plain = await visit(port, '/ru/partnerlink/anna', accept('identity'));
  const brotli = await visit(port, '/ru/partnerlink/anna', accept('gzip, deflate, br'));
  const zipped = await visit(port, '/ru/partnerlink/anna', accept('gzip;q=1.0, br;q=0'));
  expect(plain.headers['content-encoding']).toBeUndefined();
  expect(brotli.headers['content-encoding']).toBe('br');
  expect(zipped.headers['content-encoding']).toBe('gzip');
  expect(strip(brotliDecompressSync(brotli.bytes).toString())).toBe(strip(plain.text));
  expect(strip(gunzipSync(zipped.bytes).toString())).toBe(strip(plain.text));
  for (const { headers, bytes } of [plain, brotli, zipped]) {
    expect(headers['vary']).toMatch(/accept-encoding/i);
    expect(Number(headers['content-length'])).toBe(bytes.length);
  }
});

test('a file with a hash in its name is kept for ever and comes in the copy compressed by the build', async () => {
  const file = /\/_astro\/[\w.-]+\.css/.exec((await visit(port, '/ru/auth')).text)?.[0] ?? 'none';
  const plain = await visit(port, file, accept('identity'));
  const brotli = await visit(port, file, accept('br'));
  const zipped = await visit(port, file, accept('gzip'));
  for (const { headers, status } of [plain, brotli, zipped]) {
    expect(status).toBe(200);
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(headers['content-type']).toMatch(/^text\/css/);
    expect(headers['vary']).toMatch(/accept-encoding/i);
  }
  expect(brotli.bytes.length).toBeLessThan(plain.bytes.length / 2);
  expect(brotliDecompressSync(brotli.bytes).equals(plain.bytes)).toBe(true);
  expect(gunzipSync(zipped.bytes).equals(plain.bytes)).toBe(true);
});

test('a file without a hash is asked for again, and sent only when it has changed', async () => {
  const { headers } = await visit(port, '/icons/icon-192.png');
  const again = await visit(port, '/icons/icon-192.png', { headers: { 'if-none-match': headers['etag'] ?? '' } });
  expect([again.status, again.bytes.length]).toEqual([304, 0]);
  expect((await visit(port, '/icons/icon-192.png', { headers: { 'if-none-match': 'W/"other"' } })).status).toBe(200);
});

test.each(['br', 'gzip', 'identity'])('HEAD tells what GET would in %s, without a body', async (encoding) => {
  const [head, whole] = await Promise.all(
    ['HEAD', 'GET'].map((method) => visit(port, '/ru/partnerlink/anna', { method, ...accept(encoding) })),
  );
  const lasting = ['content-encoding', 'content-length', 'content-type', 'vary', 'cache-control'];
  const told = ({ headers }: NonNullable<typeof head>) => lasting.map((name) => headers[name]);
  expect(head!.status).toBe(200);
  expect(head!.bytes).toHaveLength(0);
  expect(told(head!)).toEqual(told(whole!));
});

test('a part of a file is that part of it, however it may be compressed', async () => {
  const file = /\/_astro\/[\w.-]+\.css/.exec((await visit(port, '/ru/auth')).text)?.[0] ?? 'none';
  const whole = await visit(port, file, accept('identity'));
  const headers = { range: 'bytes=0-4999', 'accept-encoding': 'gzip;q=0.9' };
  const part = await visit(port, file, { headers });
  expect(part.status).toBe(206);
  expect(part.headers['content-encoding']).toBeUndefined();
  expect(part.bytes.equals(whole.bytes.subarray(0, 5000))).toBe(true);
});

test.each([
  '/_image?href=https://evil.example/a.png',
  '/_image?href=/_astro/x.png&f=webp',
  '/_actions/x',
  '/_server-islands/x',
  '/_server-islands/Header?e=1&p=2&s=3',
  '/_astro/../../server/entry.mjs',
  '/_astro/%2e%2e/%2e%2e/server/entry.mjs',
  '/_astro/..%2f..%2fserver%2fentry.mjs',
  '/_astro/',
  '/icons/',
  '/..%5c..%5cpackage.json',
  '/.env',
  '/package.json',
  '/src/server/main.ts',
  '/.git/config',
  '/entry.mjs',
])('%s is not served', async (path) => {
  for (const method of ['GET', 'POST']) {
    const answer = await visit(port, path, { method });
    expect(answer.status).toBeGreaterThanOrEqual(300);
    expect(answer.status).toBeLessThan(500);
    expect(answer.text).not.toMatch(/import |"dependencies"|\[core\]/);
  }
});

test('a missing file is 404, not a page to look at', async () => {
  for (const path of ['/favicon-of-nobody.ico', '/_astro/gone.js', '/ru/gone.css', '/wp-login.php']) {
    expect((await visit(port, path)).status, path).toBe(404);
  }
});
