import { gunzipSync } from 'node:zlib';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { visit } from '../../../support/app/http.ts';
import { openLine } from '../../../support/db/line.ts';
import { silentLog } from '../../../support/app/silent-log.ts';
import { openTestSite } from '../../../support/app/site.ts';

const { port, origin, database, databaseUrl } = await openTestSite();

test('robots.txt opens guests’ pages and closes what is behind the door', async () => {
  const { status, text, headers } = await visit(port, '/robots.txt');
  expect([status, headers['content-type']]).toEqual([200, 'text/plain; charset=UTF-8']);
  expect(text).toContain(`Sitemap: ${origin}/sitemap.xml`);
  expect(text).toMatch(/^Allow: \/\*\/partnerlink\/$/m);
  expect(text).toMatch(/^Disallow: \/\*\/dashboard$/m);
  expect(text).toMatch(/^Disallow: \/api\/$/m);
});

test('the site map leads to every page that may be found, in six languages each', async () => {
  const index = await visit(port, '/sitemap.xml');
  expect(index.headers['content-type']).toContain('application/xml');
  const parts = [...index.text.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address = '']) => new URL(address));
  expect(parts.map(({ pathname }) => pathname)).toEqual(['/sitemap-pages.xml', '/sitemap-0.xml']);
  expect(new Set(parts.map((part) => part.origin))).toEqual(new Set([origin]));

  const { text } = await visit(port, '/sitemap-0.xml');
  const entries = text.match(/<url>.*?<\/url>/g) ?? [];
  expect(entries).toHaveLength(6);
  for (const entry of entries) expect(entry.match(/hreflang="[\w-]+"/g)).toHaveLength(7);
  expect(text).toContain(`<loc>${origin}/tamil/partnerlink/anna</loc>`);
  expect(text).not.toContain('ivan');
  for (const [, address = ''] of text.matchAll(/<loc>(.*?)<\/loc>/g))
    expect((await visit(port, new URL(address).pathname)).status).toBe(200);
});

test.each([
  ['/en/auth', '/en/auth'],
  ['/en/auth/sign-in', '/en/auth'],
  ['/en/auth/sign-up?ref=anna', '/en/auth/sign-up'],
])('%s tells search engines what it is, and that its address is %s', async (address, canonical) => {
  const { text } = await visit(port, address);
  expect(text).toContain(`<link rel="canonical" href="${origin}${canonical}">`);
  expect(text).toMatch(/<meta name="description" content="[^"]*Atrium[^"]*">/);
  const robots = (await visit(port, '/robots.txt')).text;
  expect(robots).toContain(`Allow: /*${address.replace(/^\/en|\?.*/g, '')}$`);
});

test('a site map comes zipped to whoever reads it so, with the same words', async () => {
  const plain = await visit(port, '/sitemap-pages.xml');
  const zipped = await visit(port, '/sitemap-pages.xml', { headers: { 'accept-encoding': 'gzip' } });
  expect(zipped.headers['content-encoding']).toBe('gzip');
  expect(gunzipSync(zipped.bytes).toString()).toBe(plain.text);
});

test.each(['/sitemap-1.xml', '/sitemap-999999.xml', '/sitemap-x.xml', '/sitemap-9999999.xml', '/sitemap--1.xml'])(
  '%s is not there',
  async (path) => expect((await visit(port, path)).status).toBe(404),
);

test('the manifest is whole, and each of its icons is there in its size', async () => {
  const { headers, text } = await visit(port, '/manifest.webmanifest');
  expect(headers['content-type']).toBe('application/manifest+json');
  const manifest = JSON.parse(text) as Record<string, unknown> & { icons: Record<string, string>[] };
  expect(manifest).toMatchObject({ name: 'Atrium', start_url: '/', display: 'standalone' });
  expect(manifest.icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`)).toEqual([
    '192x192 any',
    '512x512 any',
    '512x512 maskable',
  ]);
  for (const { src = '', sizes } of manifest.icons) {
    const icon = await visit(port, src);
    expect([icon.status, icon.headers['content-type']]).toEqual([200, 'image/png']);
    expect(`${icon.bytes.readUInt32BE(16)}x${icon.bytes.readUInt32BE(20)}`).toBe(sizes);
  }
});

test('the picture of a card is kept for ever under the address that names its face', async () => {
  const { text } = await visit(port, '/en/partnerlink/anna');
  const [, address = ''] = /property="og:image" content="([^"]+)"/.exec(text) ?? [];
  expect(address).toMatch(new RegExp(`^${origin}/partner-cards/anna\\.png\\?v=\\w+$`));
  const { pathname, search } = new URL(address);
  const picture = await visit(port, pathname + search);
  expect(picture.headers).toMatchObject({
    'content-type': 'image/png',
    'cache-control': 'public, max-age=31536000, immutable',
    'cross-origin-resource-policy': 'cross-origin',
  });
  expect(picture.bytes.subarray(1, 4).toString()).toBe('PNG');
  expect((await visit(port, `${pathname}?v=old`)).headers['cache-control']).toBe('public, max-age=300');
});

test.each(['nobody', 'lena', 'a'.repeat(65), 'a%0Ab', '..%2f..%2fpackage'])('there is no picture of %s', async (ref) =>
  expect((await visit(port, `/partner-cards/${ref}.png`)).status).toBe(404),
);

test('while the database is away, maps and pictures say so and when to come again', async () => {
  const line = await openLine(databaseUrl);
  const site = await openTestSite({ env: { DATABASE_URL: line.databaseUrl, RUN_JOBS: 'false' }, log: silentLog });
  expect((await visit(site.port, '/sitemap.xml')).status).toBe(200);
  await line.close();
  for (const path of ['/sitemap.xml', '/sitemap-0.xml', '/partner-cards/ivan.png']) {
    const { status, headers, text } = await visit(site.port, path);
    expect([path, status, headers['retry-after']]).toEqual([path, 503, '5']);
    expect(text).not.toMatch(/select|members/);
  }
});

test('/.well-known/security.txt says where to report a hole, for less than a year, and is not there without a contact', async () => {
  expect((await visit(port, '/.well-known/security.txt')).status).toBe(404);
  const supported = await openTestSite({ env: { SUPPORT_EMAIL: 'help@atrium.example' } });
  const fallback = await visit(supported.port, '/.well-known/security.txt');
  expect(fallback.text).toMatch(/^Contact: mailto:help@atrium\.example$/m);
  const now = new Date('2026-11-26T13:52:00Z');
  const env = {
    SECURITY_CONTACT: 'security@atrium.example,https://atrium.example/report',
    SECURITY_POLICY_URL: 'https://atrium.example/policy',
    SECURITY_TXT_DAYS: '364',
  };
  const site = await openTestSite({ env, clock: { now: () => now } });
  const { status, headers, text } = await visit(site.port, '/.well-known/security.txt');
  expect([status, headers['content-type']]).toEqual([200, 'text/plain; charset=UTF-8']);
  expect(text.split('\n')).toEqual([
    'Contact: mailto:security@atrium.example',
    'Contact: https://atrium.example/report',
    'Expires: 2027-11-25T00:00:00.000Z',
    `Canonical: ${site.origin}/.well-known/security.txt`,
    'Policy: https://atrium.example/policy',
    '',
  ]);
});

test.each([
  '/robots.txt',
  '/manifest.webmanifest',
  '/sitemap.xml',
  '/sitemap-pages.xml',
  '/sitemap-0.xml',
  '/icons/icon-192.png',
  '/favicon.ico',
  '/en/partnerlink/anna',
])('%s is sent only to a reader who does not have it', async (path) => {
  const first = await visit(port, path);
  const tag = String(first.headers['etag']).replace(/^W\//, '');
  expect([first.status, tag]).toEqual([200, expect.stringMatching(/^"[\w-]+"$/)]);
  for (const known of [tag, `W/${tag}`, `"other", W/${tag}`, '*', ` ${tag} , "x,y"`]) {
    for (const encoding of ['identity', 'gzip']) {
      if (encoding === 'gzip' && path.includes('partnerlink')) continue;
      const headers = { 'if-none-match': known, 'accept-encoding': encoding };
      const again = await visit(port, path, { headers });
      expect([again.status, again.bytes.length, again.headers['etag']], known).toEqual([304, 0, first.headers['etag']]);
    }
  }
  for (const other of ['"other"', `"${tag}"`, tag.slice(1, -1), 'W/', ''])
    expect((await visit(port, path, { headers: { 'if-none-match': other } })).status, other).toBe(200);
});

test('a site map has another tag when another member is in it', async () => {
  const tagOf = async () => (await visit(port, '/sitemap-0.xml')).headers['etag'];
  const before = await tagOf();
  await database.db.execute(sql`update members set in_sitemap = not in_sitemap where username in ('ivan', 'priya')`);
  expect(await tagOf()).not.toBe(before);
  await database.db.execute(sql`update members set in_sitemap = not in_sitemap where username in ('ivan', 'priya')`);
  expect(await tagOf()).toBe(before);
});

test.each([
  ['/favicon.ico', 'image/x-icon', Buffer.from([0, 0, 1, 0])],
  ['/apple-touch-icon.png', 'image/png', Buffer.from([0x89, 0x50, 0x4e, 0x47])],
])('%s is there without a link', async (path, type, head) => {
  const { status, headers, bytes } = await visit(port, path);
  expect([status, headers['content-type']]).toEqual([200, type]);
  expect(bytes.subarray(0, 4).equals(head)).toBe(true);
  expect(bytes.length).toBeLessThan(5_000);
});

test('every page names its icons and the manifest, partner pages too', async () => {
  for (const path of ['/en/auth', '/en/partnerlink/anna', '/en/partnerlink/nobody', '/en/disclosure']) {
    const { text } = await visit(port, path);
    expect(text, path).toMatch(/<link rel="icon" href="data:/);
    expect(text, path).toContain('<link rel="apple-touch-icon" href="/apple-touch-icon.png">');
    expect(text, path).toContain('<link rel="manifest" href="/manifest.webmanifest">');
  }
});

test('a password manager is led to where a password is changed', async () => {
  const { status, headers } = await visit(port, '/.well-known/change-password', { cookies: { lang: 'de' } });
  expect([status, headers.location]).toEqual([302, '/de/dashboard/settings/security#change-password']);
  const plain = await visit(port, '/.well-known/change-password', { headers: { 'accept-language': 'fr' } });
  expect(plain.headers.location).toBe('/fr/dashboard/settings/security#change-password');
});

test.each([
  '/.well-known/resource-that-should-not-exist-whose-status-code-should-not-be-200',
  '/.well-known/',
  '/.well-known',
  '/.well-known/assetlinks.json',
  '/apple-touch-icon-precomposed.png',
  '/favicon.png',
  '/browserconfig.xml',
  '/en/gone.css',
  '/wp-login.php',
  '/_astro/gone.js',
])('%s is missing in a line', async (path) => {
  for (const method of ['GET', 'HEAD']) {
    const { status, headers, text } = await visit(port, path, { method, headers: { accept: 'text/html' } });
    expect([status, text]).toEqual([404, method === 'GET' ? 'Not found.' : '']);
    expect(headers['content-type']).toMatch(/^text\/plain/);
    expect(headers['cache-control']).toBe('no-store');
  }
});
