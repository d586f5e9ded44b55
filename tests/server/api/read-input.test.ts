import { expect, test } from 'vitest';
import { contracts } from '#contracts/index.ts';
import { createTestServices } from '../../support/app/services.ts';
import { postJson, rawCall } from '../../support/app/raw-call.ts';

const { app } = await createTestServices();
const LOGOUT = '/api/auth/logout/';
const posts = contracts
  .filter(({ method, caller }) => method === 'POST' && caller === 'anyone')
  .map(({ path }) => path);

const deep = (open: string, close: string) => open.repeat(10_000) + close.repeat(10_000);

test.each([
  '',
  ' ',
  '{',
  '{]',
  'null',
  '1',
  '"text"',
  'true',
  '[]',
  '[{"refresh":"x"}]',
  '{"refresh":"x"} {}',
  '\0',
  '�',
])('the body %o can’t be read', async (body) => {
  for (const path of posts)
    expect(await postJson(app, path, body)).toMatchObject({ status: 400, body: { code: 'unreadable' } });
});

test('nesting ten thousand levels deep can’t be read', async () => {
  expect((await postJson(app, LOGOUT, deep('[', ']'))).status).toBe(400);
  expect((await postJson(app, LOGOUT, `{"refresh":${deep('[', ']')}}`)).status).toBe(400);
  expect((await postJson(app, LOGOUT, `{"refresh":${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}}`)).status).toBe(400);
});

test.each([
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/jsonp',
  '',
])('the type %o is not ours', async (type) => {
  expect(await postJson(app, LOGOUT, '{"refresh":"x"}', type)).toMatchObject({
    status: 415,
    body: { code: 'wrong_type' },
  });
});

test.each(['application/json; charset=utf-8', 'Application/JSON', ' application/json ;x=y'])(
  'the type %o is',
  async (type) => {
    expect((await postJson(app, LOGOUT, '{"refresh":"x"}', type)).status).toBe(200);
  },
);

test('a field that nobody asked for is named', async () => {
  const answer = await postJson(app, LOGOUT, '{"refresh":"x","admin":true}');
  expect(answer).toMatchObject({ status: 422, body: { fields: { admin: ['This field isn’t expected here.'] } } });
});

test.each(['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'valueOf', '', '0', ' '])(
  'a field named %o is one like any other, and poisons nothing',
  async (name) => {
    const body = `{"refresh":"x",${JSON.stringify(name)}:{"polluted":true,"isAdmin":true}}`;
    expect((await postJson(app, LOGOUT, body)).status).toBe(422);
    expect('polluted' in {}).toBe(false);
    expect('isAdmin' in Function).toBe(false);
  },
);

test('such names in a query are no trouble either', async () => {
  for (const name of ['__proto__', 'constructor', 'toString', '__proto__[polluted]']) {
    expect((await rawCall(app, `/api/auth/bot-check/?${name}=1`)).status).toBeLessThan(500);
    expect((await rawCall(app, `/api/partners/anna/?${name}=1`)).status).toBeLessThan(500);
  }
  expect('polluted' in {}).toBe(false);
});

test('a thousand unknown fields are answered with twenty', async () => {
  const many = Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`field${index}${'x'.repeat(100)}`, 1]));
  const { status, body } = await postJson(app, LOGOUT, JSON.stringify(many));
  expect(status).toBe(422);
  expect(Object.keys(body['fields'] as object)).toHaveLength(20);
  expect(JSON.stringify(body).length).toBeLessThan(5000);
});

test('a field given twice counts as the last says', async () => {
  expect((await postJson(app, LOGOUT, '{"refresh":"x","refresh":1}')).status).toBe(422);
});

test('a word of the path can’t be overruled by the query', async () => {
  const { body } = await rawCall(app, '/api/partners/anna/?ref=ivan');
  expect(body['username'] ?? 'refused').not.toBe('ivan');
});

test.each(['%00', '%ff', '%2e%2e', '..%2f..', "' or 1=1", 'a'.repeat(5000), '%', '💥', 'anna%0a'])(
  'no partner has the code %o',
  async (code) => {
    const { status } = await rawCall(app, `/api/partners/${code}/`);
    expect([404, 422]).toContain(status);
  },
);

test('what isn’t there is refused in the caller’s language', async () => {
  for (const path of ['/api/', '/api/users/', '/api/users/profile', '/api/auth/sign-in/x/', '/api/../api/users/']) {
    const headers = { 'accept-language': 'ru' };
    expect(await rawCall(app, path, { headers })).toMatchObject({
      status: 404,
      body: { code: 'not_found', detail: expect.stringMatching(/^Ничего не найдено, или у вас нет доступа/) },
    });
  }
  for (const method of ['PUT', 'DELETE', 'PATCH', 'POST']) {
    const { status, body, headers } = await rawCall(app, '/api/users/registrations/', { method });
    expect([status, body['code'], headers.get('allow')]).toEqual([405, 'wrong_method', 'GET']);
  }
});

test.each(['de;q=NaN', '*', 'x'.repeat(10_000), ',,,;;;q=', 'en;q=0', 'ru-RU,ru;q=0.9', '𝔢𝔫'.normalize('NFKC')])(
  'the language header %o breaks nothing',
  async (language) => {
    expect((await rawCall(app, '/api/nothing/', { headers: { 'accept-language': language } })).status).toBe(404);
  },
);
