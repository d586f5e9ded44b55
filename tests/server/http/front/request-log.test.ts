import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { signInStaff } from '#contracts/console/session.ts';
import { systemClock } from '#server/base/clock.ts';
import { totpCode } from '#server/api/second-factor/index.ts';
import { QUICK_HASH_COSTS } from '#server/base/hash-costs.ts';
import { LIMITS } from '#server/api/rate-limits.ts';
import { deriveSecrets } from '#server/base/secrets.ts';
import { DEMO_PASSWORD } from '#server/operator/seed/cast.ts';
import { DEMO_TOTP_SECRET, seedStaff } from '#server/operator/seed/staff.ts';
import { newAddress } from '../../../support/app/api.ts';
import { formOf, jsonOf, sendRaw, visit } from '../../../support/app/http.ts';
import { SESSION_SECRET } from '../../../support/app/services.ts';
import { openTestSite } from '../../../support/app/site.ts';
import { emailOf } from '../../../support/people/staff.ts';
import { answerFrom, postSignIn, signInByApi, signInCookies } from '../../../support/app/sign-in-over-http.ts';

type Line = { level: string; event: string; [field: string]: unknown };

const lines: Line[] = [];
const { port, database } = await openTestSite({
  // A visitor with too many requests needs a separate address.
  env: { TRUSTED_PROXY_HOPS: '1' },
  log: (level, event, fields) => lines.push({ level, event, ...fields }),
});
/** The jobs of the site write other lines. */
const requests = () => lines.filter(({ event }) => event === 'request');

test('what people typed and hold is in no line of the log', async () => {
  const cookies = await signInCookies(port, 'anna');
  const { access, refresh } = await signInByApi(port, 'ivan');
  const check = await answerFrom(port);
  await postSignIn(port, 'anna');
  await visit(port, '/ru/dashboard/profile', { cookies });
  await visit(port, '/ru/dashboard/profile', {
    cookies: { access_token: 'garbage-access', refresh_token: 'garbage-refresh' },
  });
  await visit(port, '/api/users/profile/', { headers: { authorization: `Bearer ${access}` } });
  await visit(port, '/ru/auth/activate?token=secret-token&x=secret-query');
  await visit(
    port,
    '/ru/auth/reset',
    formOf({ token: 'secret-token', password: 'Secret-1-word', password_repeat: 'Secret-1-word' }),
  );
  await visit(port, '/ru/auth?email=secret@mail.example', {
    headers: { referer: 'https://secret.example/', 'user-agent': 'secret agent' },
  });
  await visit(port, '/api/auth/sign-in/', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"secret-body',
  });

  const written = JSON.stringify(lines);
  const secrets = [
    ...Object.values(cookies).filter((value) => value.length > 20),
    access,
    refresh,
    check,
    DEMO_PASSWORD,
  ];
  expect(secrets.length).toBeGreaterThanOrEqual(6);
  for (const secret of secrets) expect(written).not.toContain(secret);
  expect(written).not.toMatch(/secret|garbage|Secret|\?/);
});

test('each request is one line that its visitor can name', async () => {
  const { headers } = await visit(port, '/ru/auth/sign-up?ref=anna');
  const id = headers['x-request-id'];
  expect(lines.filter(({ requestId }) => requestId === id)).toEqual([
    {
      level: 'info',
      event: 'request',
      requestId: id,
      method: 'GET',
      route: '/{language}/auth/sign-up',
      status: 200,
      ms: expect.any(Number),
    },
  ]);
});

async function signInAtConsole(name: string): Promise<string> {
  const services = {
    clock: systemClock,
    config: { hashCosts: QUICK_HASH_COSTS },
    secrets: deriveSecrets([SESSION_SECRET]),
  };
  await database.transaction((tx) => seedStaff(tx, services));
  const code = totpCode(DEMO_TOTP_SECRET, systemClock.now());
  const typed = { email: emailOf(name), password: DEMO_PASSWORD, code, bot_check: await answerFrom(port) };
  const { text } = await visit(port, signInStaff.path, jsonOf(typed));
  return (JSON.parse(text) as { token: string }).token;
}

test('nobody is named in the log by who looks at them', async () => {
  const cookies = await signInCookies(port, 'anna');
  const olga = { cookies: { staff_session: await signInAtConsole('olga') } };
  const addresses: [path: string, route: string, status: number, options?: Parameters<typeof visit>[2]][] = [
    ['/en/partnerlink/ivan', '/{language}/partnerlink/{ref}', 200],
    ['/en/partnerlink/ivan/', '/{language}/partnerlink/{ref}', 308],
    ['//en/partnerlink/ivan', '/*', 404],
    ['/partnerlink/ivan', '/partnerlink/{ref}', 302],
    ['/partner-cards/ivan.png', '/partner-cards/*', 200],
    ['/api/partners/ivan/', '/api/partners/{ref}/', 200],
    ['/en/dashboard/team/ivan', '/{language}/dashboard/team/{username}', 200, { cookies }],
    ['/en/dashboard/t%65am/ivan', '/*', 404, { cookies }],
    ['/api/team/ivan/', '/api/team/{username}/', 200, { cookies }],
    ['/operator/members/ivan', '/operator/members/{username}', 200, olga],
    ['/operator/api/members/ivan/', '/operator/api/members/{username}/', 200, olga],
  ];
  for (const [path, route, status, options] of addresses) {
    expect((await visit(port, path, options)).status).toBe(status);
    expect(requests().at(-1)).toMatchObject({ route, status });
  }
  expect(JSON.stringify(lines)).not.toMatch(/ivan|anna/);
});

test('of an address that leads nowhere, the log tells at most the folder', async () => {
  const addresses = [
    ['/en/dashboard/teams/ivan', '/*'],
    ['/anna/auth', '/*'],
    ['/ivan@mail.example', '/*'],
    ['/api/teams/ivan/', '/api/*'],
    ['/operator/people/ivan', '/operator/*'],
    ['/photos/ivan/640', '/photos/*'],
    ['/_astro/ivan@mail.example', '/_astro/*'],
    [`/${'x'.repeat(5000)}`, '/*'],
  ] as const;
  for (const [path, route] of addresses) {
    await visit(port, path);
    expect(requests().at(-1)).toMatchObject({ route });
  }
  expect(JSON.stringify(lines)).not.toMatch(/ivan|anna|xxx/);
});

test('a file of ours that is missing is told by its name', async () => {
  await visit(port, '/_astro/settings.old.js');
  expect(requests().at(-1)).toMatchObject({ route: '/_astro/settings.old.js', status: 404 });
});

test.each([
  ['a form of another site', 403, formOf({}), { origin: 'https://evil.example' }],
  ['another host', 421, {}, { host: 'evil.example' }],
])('whoever comes with %s has a line that says %i', async (_, status, what, headers) => {
  const answer = await visit(port, '/ru/auth', { ...what, headers: { ...headers } });
  expect(answer.status).toBe(status);
  expect(requests().filter(({ requestId }) => requestId === answer.headers['x-request-id'])).toMatchObject([
    { route: '/{language}/auth', status },
  ]);
});

test('whoever comes too often has a line that says 429', async () => {
  const LINK = '/api/auth/activation/link/';
  const form = jsonOf({ token: 'made-up' });
  const headers = { ...form.headers, 'x-forwarded-for': newAddress() };
  const answers = await Promise.all(
    Array.from({ length: LIMITS.mailedLinkAddress.max + 1 }, () => visit(port, LINK, { ...form, headers })),
  );
  const refused = answers.find(({ status }) => status === 429);
  expect(requests().filter(({ requestId }) => requestId === refused?.headers['x-request-id'])).toMatchObject([
    { route: LINK, status: 429 },
  ]);
});

test('whoever comes with two hosts has a line that says 400', async () => {
  const answer = await sendRaw(port, 'GET /ru/auth?x HTTP/1.1\r\nHost: a.example\r\nHost: b.example\r\n\r\n');
  const [, id] = /^x-request-id: (\S+)\r$/im.exec(answer) ?? [];
  expect(requests().filter(({ requestId }) => requestId === id)).toMatchObject([
    { route: '/{language}/auth', status: 400 },
  ]);
});

test('nothing that a visitor writes makes a second line', async () => {
  await visit(port, '/ru/%0a{"level":"error"}%0d%0a');
  expect(JSON.stringify(requests().at(-1))).not.toMatch(/\\[nr]|[\n\r]|%0|level":"error/);
});

const JSON_BODY = 'Content-Type: application/json';
const FORM_BODY = 'Content-Type: application/x-www-form-urlencoded';

test.each([
  ['a call', '/api/auth/sign-in/', [JSON_BODY, 'Content-Length: 1000']],
  ['a call in chunks', '/api/auth/sign-in/', [JSON_BODY, 'Transfer-Encoding: chunked']],
  ['a form', '/en/auth/sign-in', [FORM_BODY, 'Content-Length: 1000']],
  ['a form in chunks', '/en/auth/sign-in', [FORM_BODY, 'Transfer-Encoding: chunked']],
  ['a webhook', '/api/webhooks/qpayments/', [JSON_BODY, 'Content-Length: 1000', 'Webhook-Signature: v1,eA==']],
])('whoever breaks off in the midst of %s is no failure of ours', async (_, path, headers) => {
  const before = lines.length;
  const socket = connect(port, '127.0.0.1').on('error', () => {});
  const origin = `http://localhost:${port}`;
  const head = [`POST ${path} HTTP/1.1`, `Host: localhost:${port}`, `Origin: ${origin}`, 'Expect: 100-continue'];
  socket.write([...head, ...headers, '', ''].join('\r\n'));
  await once(socket, 'data');
  socket.resetAndDestroy();
  const since = () => lines.slice(before).filter(({ event }) => event !== 'job');
  const said = () => since().map(({ event, status }) => [event, Math.floor(Number(status) / 100)]);
  await expect.poll(said).toEqual([['request', 4]]);
});
