import { readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { PAGES } from '#domain/paths.ts';
import { sendRaw, visit } from '../../support/app/http.ts';
import { openTestSite } from '../../support/app/site.ts';
import { signInCookies } from '../../support/app/sign-in-over-http.ts';

const { port } = await openTestSite();
const secure = await openTestSite({ env: { PUBLIC_ORIGIN: 'https://atrium.example' } });

const TWO_HOSTS = 'GET /ru/auth HTTP/1.1\r\nHost: atrium.example\r\nHost: evil.example\r\nConnection: close\r\n\r\n';

const PATHS = [
  '/',
  '/ru/auth',
  '/ru/dashboard/profile',
  '/api/users/profile/',
  '/api/openapi.json',
  '/nothing.txt',
  '/dev/mail',
];

describe('a host that isn’t ours', () => {
  test.each(['evil.example', 'localhost', 'localhost:1', 'localhost.evil.example', '127.0.0.2', 'atrium.example'])(
    '%s gets 421 on every path',
    async (host) => {
      for (const path of PATHS) {
        const answer = await visit(port, path, { headers: { host } });
        expect(answer.status, path).toBe(421);
        expect(answer.headers['content-security-policy']).toContain("default-src 'none'");
      }
    },
  );

  test('learns nothing from a path that is not plain, which is 404 under any name', async () => {
    for (const host of ['evil.example', `localhost:${port}`]) {
      const answer = await visit(port, '/%2e%2e/ru/auth', { headers: { host } });
      expect([answer.status, answer.text]).toEqual([404, 'Not found.']);
      expect(answer.headers['content-security-policy']).toContain("default-src 'none'");
    }
  });

  test('nor is it let in by a forwarded host or an address in the request line', async () => {
    const headers = {
      host: 'evil.example',
      'x-forwarded-host': `localhost:${port}`,
      forwarded: `host=localhost:${port}`,
    };
    expect((await visit(port, '/ru/auth', { headers })).status).toBe(421);
    const raw = `GET http://localhost:${port}/ru/auth HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n`;
    expect(await sendRaw(port, raw)).toMatch(/^HTTP\/1\.1 4/);
  });

  test('no page names a host that the visitor made up', async () => {
    const raw = `GET http://evil.example/ru/partnerlink/anna HTTP/1.1\r\nHost: localhost:${port}\r\nConnection: close\r\n\r\n`;
    expect(await sendRaw(port, raw)).not.toContain('evil.example');
    const headers = { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'gopher', 'x-forwarded-port': '1' };
    expect((await visit(port, '/ru/partnerlink/anna', { headers })).text).not.toMatch(/evil\.example|gopher/);
  });

  test('without any host there is no answer but 400', async () => {
    expect(await sendRaw(port, 'GET /ru/auth HTTP/1.1\r\nConnection: close\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 /);
    expect(await sendRaw(port, 'GET /ru/auth HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 /);
  });
});

test('health is answered under any name, as those who watch use the bare address', async () => {
  expect(await visit(port, '/healthz', { headers: { host: '10.0.0.1' } })).toMatchObject({ status: 200, text: 'ok' });
  expect(await visit(port, '/readyz', { headers: { host: '10.0.0.1' } })).toMatchObject({ status: 200, text: 'ready' });
});

const styleSheet = async () => /\/_astro\/[\w.-]+\.css/.exec((await visit(port, '/ru/auth')).text)?.[0] ?? 'none';

const workerFile = () => `/_astro/${readdirSync('dist/client/_astro').find((name) => /^worker-.*\.js$/.test(name))}`;

const STATUSES = [200, 401, 404, 302, 421, 413, 403, 200, 200];

function everyKind(to: number, headers: Record<string, string> = {}) {
  return Promise.all([
    visit(to, '/ru/auth', { headers }),
    visit(to, '/api/users/profile/', { headers }),
    visit(to, '/ru/nothing.txt', { headers }),
    visit(to, '/ru/dashboard/profile', { headers }),
    visit(to, '/ru/auth', { headers: { host: 'evil.example' } }),
    visit(to, '/api/auth/logout/', { method: 'POST', body: 'x'.repeat(70_000), headers }),
    visit(to, '/ru/auth', { method: 'POST', headers: { ...headers, origin: 'https://evil.example' } }),
    visit(to, '/healthz', { headers }),
    visit(to, '/dev/mail', { headers }),
  ]);
}

test('every kind of answer carries the headers that protect it', async () => {
  const answers = await everyKind(port);
  expect(answers.map(({ status }) => status)).toEqual(STATUSES);
  for (const { headers } of answers) {
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'referrer-policy': expect.stringMatching(/same-origin|no-referrer/),
      'permissions-policy': expect.stringContaining('camera=()'),
      'x-request-id': expect.stringMatching(/^[\w-]{20,}$/),
      'content-security-policy': expect.stringMatching(/frame-ancestors 'none'/),
    });
    expect(headers).not.toHaveProperty('strict-transport-security');
    expect(headers).not.toHaveProperty('x-powered-by');
    expect(headers).not.toHaveProperty('server');
  }
});

test('so does what is refused before anything else', async () => {
  const [answer = ''] = (await sendRaw(secure.port, TWO_HOSTS)).toLowerCase().split('\r\n\r\n');
  expect(answer).toMatch(/^http\/1\.1 400 /);
  for (const name of [
    'x-content-type-options: nosniff',
    'cross-origin-opener-policy: same-origin',
    'cross-origin-resource-policy: same-origin',
    'referrer-policy: same-origin',
    'permissions-policy: camera=()',
    'strict-transport-security: max-age=63072000; includesubdomains\r\n',
  ])
    expect(answer).toContain(name);
  expect(answer).toMatch(/content-security-policy: default-src 'none'.*frame-ancestors 'none'/);
});

test('a file carries the headers that protect it, and none that only documents are asked for', async () => {
  const policy = expect.stringMatching(/default-src 'none'.*frame-ancestors 'none'/);
  for (const [file, rest] of [
    [await styleSheet(), {}],
    [workerFile(), { 'content-security-policy': policy }],
    ['/icons/icon-192.png', { 'content-security-policy': policy }],
  ] as const) {
    const { status, headers } = await visit(port, file);
    expect(status).toBe(200);
    const always = { 'x-content-type-options': 'nosniff', 'cross-origin-resource-policy': 'same-origin' };
    expect(headers).toMatchObject({ ...always, ...rest });
    expect(headers).not.toHaveProperty('permissions-policy');
  }
});

test('no page allows inline styles or scripts, and each allows only our own', async () => {
  const cookies = await signInCookies(port, 'anna');
  const pages = ['/ru/auth', '/en/auth/sign-up', '/ru/partnerlink/anna', '/ru/partnerlink/nobody'];
  const answers = await Promise.all([
    ...pages.map((page) => visit(port, page)),
    visit(port, '/ru/dashboard/profile', { cookies }),
  ]);
  for (const { headers, text } of answers) {
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain("default-src 'self'");
    expect(policy).toContain("form-action 'self'");
    expect(policy).toContain("object-src 'none'");
    expect(policy).toContain("base-uri 'none'");
    expect(policy).not.toMatch(/unsafe-(inline|eval|hashes)|\*|http:/);
    expect(text).not.toMatch(/\sstyle="|\son\w+="|javascript:/);
  }
});

test('what is answered by a page and is none may load nothing at all', async () => {
  const cookies = await signInCookies(port, 'anna');
  for (const [path, status] of [
    ['/', 302],
    ['/ru/auth', 302],
    ['/ru/dashboard/invite.svg', 200],
    ['/%2e%2e%2f', 404],
  ] as const) {
    const answer = await visit(port, path, { cookies });
    expect([answer.status, answer.headers['content-security-policy']]).toEqual([
      status,
      expect.stringContaining("default-src 'none'"),
    ]);
  }
});

test('on https the browser is told to stay there by every kind of answer and every file', async () => {
  const headers = { host: 'atrium.example' };
  const answers = await everyKind(secure.port, headers);
  expect(answers.map(({ status }) => status)).toEqual(STATUSES);
  const files = [await styleSheet(), workerFile(), '/icons/icon-192.png'];
  answers.push(...(await Promise.all(files.map((file) => visit(secure.port, file, { headers })))));
  expect(answers.slice(-3).map(({ status }) => status)).toEqual([200, 200, 200]);
  for (const answer of answers)
    expect(answer.headers['strict-transport-security']).toBe('max-age=63072000; includeSubDomains');
});

test('members’ pages and calls are kept by nobody', async () => {
  const cookies = await signInCookies(port, 'anna');
  const pages = Object.values(PAGES).flatMap(({ pattern, audience }) => (audience === 'member' ? [pattern] : []));
  expect(pages.length).toBeGreaterThan(20);
  for (const path of [...pages.map((page) => `/ru/${page.replaceAll(/[{}]/g, '')}`), '/api/users/profile/']) {
    expect((await visit(port, path, { cookies })).headers['cache-control'], path).toBe('no-store');
  }
});
