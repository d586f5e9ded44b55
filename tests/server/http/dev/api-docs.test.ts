import { createHash, randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { contracts } from '#contracts/index.ts';
import { REFUSALS } from '#domain/refusals.ts';
import { createApp } from '#server/http/calls/app.ts';
import { fieldsOf, typeOf } from '#server/http/dev/schema-fields.ts';
import { DEMO_PASSWORD } from '#server/operator/seed/cast.ts';
import { openFrontOf } from '../../../support/app/handler.ts';
import { visit } from '../../../support/app/http.ts';
import { postJson, rawCall } from '../../../support/app/raw-call.ts';
import { createTestServices } from '../../../support/app/services.ts';
import { answerQuestion } from '../../../support/people/bot-check.ts';

/** The API's response for an unknown call. */
const noCall = () => Promise.resolve({ status: 404, headers: new Headers(), text: '{}' });
const PRODUCTION = {
  DEMO: 'false',
  API_URL: 'https://api.example',
  SESSION_SECRET: randomBytes(32).toString('base64'),
  PUBLIC_ORIGIN: 'https://atrium.example',
};

const pageOf = async (env: NodeJS.ProcessEnv = {}) => visit(await openFrontOf(noCall, env), '/api/docs');

test('the page has every call with who may make it, its fields and its refusals', async () => {
  const { status, text, headers } = await pageOf();
  expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=UTF-8']);
  const articles = text.split(/<article id="\w+">/).slice(1);
  expect(articles).toHaveLength(contracts.length);
  for (const { method, path, input, refusals, caller } of contracts) {
    const article = articles.find((one) => one.includes(`<code>${method} ${path}</code>`)) ?? '';
    expect(article, `${method} ${path}`).toContain(caller === 'anyone' ? 'For anyone.' : `For ${theWord(caller)}`);
    for (const name of Object.keys(input.shape)) expect(article, path).toContain(`<td>${name}</td>`);
    for (const code of refusals) {
      const row = new RegExp(`<td>${REFUSALS[code]}</td>\\s*<td>[^<]*\\b${code}\\b`);
      expect(article, path).toMatch(row);
    }
  }
});

const theWord = (caller: 'member' | 'staff' | 'operator' | 'node') =>
  ({ member: 'a member:', staff: 'a person at the console', operator: 'the operator:', node: 'the member node:' })[
    caller
  ];

test('it begins with how to get a token, and its commands work', async () => {
  const { text } = await pageOf();
  const [first = ''] = text.split('<nav');
  for (const words of ['bot-check', 'sign-in', '/api/finance/balance/', 'Idempotency', 'Paging']) {
    expect(first).toContain(words);
  }
  const { app } = await createTestServices();
  const asked = await rawCall(app, '/api/auth/bot-check/?only=question', { headers: { 'accept-language': 'en' } });
  const { question } = asked.body as { question: Parameters<typeof answerQuestion>[0] };
  const input = { login: 'anna', password: DEMO_PASSWORD, bot_check: answerQuestion(question) };
  const { access } = (await postJson(app, '/api/auth/sign-in/', JSON.stringify(input))).body;
  const balance = await rawCall(app, '/api/finance/balance/', { headers: { authorization: `Bearer ${access}` } });
  expect(balance.body).toMatchObject({ available: expect.stringMatching(/^\d+\.\d\d/) });
});

test('it runs no script, loads nothing, and no search engine keeps it', async () => {
  const { text, headers } = await pageOf();
  expect(text).not.toMatch(/<script|<link|<img|<form|\son\w+=|\sstyle=/i);
  const [, style = ''] = /<style>([\s\S]*?)<\/style>/.exec(text) ?? [];
  const hash = createHash('sha256').update(style).digest('base64');
  expect(headers['content-security-policy']).toBe(
    `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  );
  expect(headers['x-robots-tag']).toBe('noindex');
  expect(text).toContain('<meta name="robots" content="noindex" />');
  expect(Buffer.byteLength(text)).toBeLessThan(500_000);
});

test('in production it is only there when it is asked for', async () => {
  const there = async (env: NodeJS.ProcessEnv) => {
    const port = await openFrontOf(noCall, { ...PRODUCTION, ...env });
    const look = async (path: string) => (await visit(port, path, { headers: { host: 'atrium.example' } })).status;
    return [await look('/api/docs'), await look('/operator/api/docs')];
  };
  expect(await there({})).toEqual([404, 404]);
  expect(await there({ API_DOCS: 'true' })).toEqual([200, 200]);
});

test('so is the document of the console’s calls, while that of the members’ is for everybody', async () => {
  const { services } = await createTestServices();
  const there = async (hasApiDocs: boolean) => {
    const app = createApp({ ...services, config: { ...services.config, hasApiDocs } });
    const look = async (path: string) => (await rawCall(app, path)).status;
    return [await look('/operator/api/openapi.json'), await look('/api/openapi.json')];
  };
  expect(await there(false)).toEqual([404, 200]);
  expect(await there(true)).toEqual([200, 200]);
});

test('a schema is told as a list of fields', () => {
  const item = { type: 'object', properties: { id: { type: 'string', maxLength: 9 } }, required: ['id'] };
  const list = { type: 'array', items: item, maxItems: 3 };
  const either = { anyOf: [{ type: 'null' }, item] };
  expect(fieldsOf({ properties: { list, either, kind: { enum: ['a', 'b'] } }, required: ['list'] })).toEqual([
    { name: 'list', type: 'list of object, at most 3', isRequired: true },
    { name: 'list[].id', type: 'string, at most 9', isRequired: true },
    { name: 'either', type: 'null | object', isRequired: false },
    { name: 'either.id', type: 'string, at most 9', isRequired: true },
    { name: 'kind', type: '"a" | "b"', isRequired: false },
  ]);
  expect(typeOf({ type: 'integer', minimum: 1 })).toBe('integer, 1 or more');
  expect(typeOf({})).toBe('any value');
});
