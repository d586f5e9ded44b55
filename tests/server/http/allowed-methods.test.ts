import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { consoleContracts } from '#contracts/console/index.ts';
import { contracts } from '#contracts/index.ts';
import { type HttpAnswer, sendRaw, visit } from '../../support/app/http.ts';
import { openTestSite } from '../../support/app/site.ts';
import { signInCookies } from '../../support/app/sign-in-over-http.ts';

const { port } = await openTestSite();
const cookies = await signInCookies(port, 'anna');

test.each(['TRACE', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'PROPFIND'])(
  '%s is no way to ask for anything here',
  async (method) => {
    for (const path of ['/en/auth', '/en/dashboard/team', '/icons/icon-192.png', '/healthz', '/api/users/profile/']) {
      const { status, headers, text } = await visit(port, path, { method, cookies });
      expect([status, headers.allow], path).toEqual([405, 'GET, HEAD, POST']);
      expect(text).not.toContain('<html');
      expect(headers['content-security-policy']).toContain("default-src 'none'");
    }
  },
);

test('HEAD of every call that reads answers what GET does, without a body', async () => {
  const reads = [...contracts, ...consoleContracts].filter(({ method }) => method === 'GET');
  const told = ({ status, headers }: HttpAnswer) => [
    status,
    ...['content-type', 'cache-control', 'content-language', 'allow'].map((name) => headers[name]),
    // The length of a bot check's question varies.
    Boolean(headers['content-length']),
  ];
  for (const path of ['/api/openapi.json', ...reads.map((one) => one.path.replaceAll(/\{\w+\}/g, '1'))]) {
    const [head, whole] = [await visit(port, path, { method: 'HEAD', cookies }), await visit(port, path, { cookies })];
    expect([path, ...told(head)]).toEqual([path, ...told(whole)]);
    expect(head.bytes).toHaveLength(0);
  }
});

test('a page says in which letters it is written', async () => {
  for (const path of ['/en/disclosure', '/en/dashboard/team', '/en/dashboard/team/nobody', '/en/offline']) {
    const { headers } = await visit(port, path, { cookies });
    expect(headers['content-type'], path).toBe('text/html; charset=utf-8');
  }
});

test('so does every other text, of whatever kind', async () => {
  const built = readdirSync('dist/client/_astro').filter((name) => /\.(css|js)$/.test(name));
  const paths = [
    ...['/sitemap.xml', '/sitemap-pages.xml', '/robots.txt', '/healthz', '/en/dashboard/invite.svg'],
    ...['.css', '.js'].map((end) => `/_astro/${built.find((name) => name.endsWith(end))}`),
    ...built.filter((name) => name.startsWith('worker-')).map((name) => `/_astro/${name}`),
  ];
  for (const path of paths) {
    const { status, headers } = await visit(port, path, { cookies });
    expect([status, headers['content-type']], path).toEqual([200, expect.stringMatching(/; charset=utf-8$/i)]);
  }
});

test.each([
  ['/healthz', 'ok'],
  ['/readyz', 'ready'],
])('a load balancer may ask for %s by HTTP/1.0 and name no host', async (path, word) => {
  const answer = await sendRaw(port, `GET ${path} HTTP/1.0\r\n\r\n`);
  expect(answer).toMatch(/^HTTP\/1\.1 200 /);
  expect(answer).toMatch(new RegExp(`${word}$`));
});

test('two hosts are one too many, be they the same', async () => {
  const own = `localhost:${port}`;
  for (const second of ['evil.example', own]) {
    for (const path of ['/en/auth', '/healthz', '/icons/icon-192.png']) {
      const hosts = `Host: ${own}\r\nhost: ${second}\r\n`;
      const answer = await sendRaw(port, `GET ${path} HTTP/1.1\r\n${hosts}Connection: close\r\n\r\n`);
      expect(answer, path).toMatch(/^HTTP\/1\.1 400 /);
      expect(answer).not.toContain('evil');
    }
  }
});

test('signing out empties what the browser keeps of the site, but for cookies and files', async () => {
  const { status, headers, cookies: set } = await visit(port, '/en/sign-out', { method: 'POST', cookies });
  expect([status, headers['clear-site-data']]).toEqual([303, '"storage"']);
  expect(set.map((line) => line.split('=')[0])).toEqual(['access_token', 'refresh_token']);
  const asked = await visit(port, '/en/sign-out', { cookies });
  expect(asked.headers).not.toHaveProperty('clear-site-data');
});
