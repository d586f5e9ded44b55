import { expect, test } from 'vitest';
import { DEMO_PASSWORD } from '#server/seed/cast.ts';
import { formOf, jsonOf, sendRaw, visit } from '../../support/http.ts';
import { openTestSite } from '../../support/site.ts';
import { answerFrom, postSignIn, signInByApi, signInCookies } from '../../support/sign-in-over-http.ts';

type Line = { level: string; event: string; [field: string]: unknown };

const lines: Line[] = [];
const { port } = await openTestSite({ log: (level, event, fields) => lines.push({ level, event, ...fields }) });
/** The site's jobs write lines of their own. */
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
      path: '/ru/auth/sign-up',
      status: 200,
      ms: expect.any(Number),
    },
  ]);
});

test('a very long path is cut', async () => {
  await visit(port, `/${'x'.repeat(5000)}`);
  expect(String(requests().at(-1)?.['path'])).toHaveLength(200);
});

test.each([
  ['a form of another site', 403, formOf({}), { origin: 'https://evil.example' }],
  ['another host', 421, {}, { host: 'evil.example' }],
])('whoever comes with %s has a line that says %i', async (_, status, what, headers) => {
  const answer = await visit(port, '/ru/auth', { ...what, headers: { ...headers } });
  expect(answer.status).toBe(status);
  expect(requests().filter(({ requestId }) => requestId === answer.headers['x-request-id'])).toMatchObject([
    { path: '/ru/auth', status },
  ]);
});

test('whoever comes too often has a line that says 429', async () => {
  const answers = await Promise.all(
    Array.from({ length: 101 }, () =>
      visit(port, '/api/auth/sign-in/', jsonOf({ login: 'anna', password: 'Wrong-1-password', bot_check: 'junk' })),
    ),
  );
  const refused = answers.find(({ status }) => status === 429);
  expect(requests().filter(({ requestId }) => requestId === refused?.headers['x-request-id'])).toMatchObject([
    { path: '/api/auth/sign-in/', status: 429 },
  ]);
});

test('whoever comes with two hosts has a line that says 400', async () => {
  const answer = await sendRaw(port, 'GET /ru/auth?x HTTP/1.1\r\nHost: a.example\r\nHost: b.example\r\n\r\n');
  const [, id] = /^x-request-id: (\S+)\r$/im.exec(answer) ?? [];
  expect(requests().filter(({ requestId }) => requestId === id)).toMatchObject([{ path: '/ru/auth', status: 400 }]);
});
