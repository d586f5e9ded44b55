import { expect, test } from 'vitest';
import { listHistory, requestWithdrawal, setPin } from '#contracts/finance.ts';
import { saveDestination } from '#contracts/destinations.ts';
import { contracts } from '#contracts/index.ts';
import { createApp } from '#server/app.ts';
import { DEMO_PASSWORD } from '#server/seed/cast.ts';
import { createEvents } from '#server/events/index.ts';
import { apiOf, dataOf } from '../../support/api.ts';
import { everyday } from '../../support/everyday.ts';
import { createTestServices } from '../../support/services.ts';
import { danglingRefs, misfit, resolveRef } from '../../support/json-schema.ts';
import { DEMO_PIN, giveMoney, moneyCall, signInWithPin, WALLET } from '../../support/money.ts';
import { pngOf } from '../../support/pictures.ts';
import { randomJson } from '../../support/random-json.ts';
import { rawCall } from '../../support/raw-call.ts';

type Media = Record<string, { schema: { $ref?: string } }>;
type Operation = {
  summary: string;
  security: unknown[];
  parameters: { name: string; in: string; required: boolean }[];
  requestBody?: { required: boolean; content: Media };
  responses: Record<string, { description: string; content: Media }>;
};
type Document = {
  openapi: string;
  info: { title: string; version: string };
  paths: Record<string, Record<string, Operation>>;
};

const testServices = await createTestServices();
/** A stream of events ends at once here. */
const app = createApp(
  testServices.services,
  createEvents(testServices.services, { pace: { beatMs: 1_000, lifeMs: 1 } }),
);
const api = apiOf(app);
const document = (await rawCall(app, '/api/openapi.json')).body as unknown as Document;
const operationOf = (contract: (typeof contracts)[number]) =>
  document.paths[contract.path]?.[contract.method.toLowerCase()];

test('the document has the form of OpenAPI 3.1', () => {
  expect(document.openapi).toBe('3.1.0');
  expect(document.info).toEqual({ title: 'Atrium', version: expect.stringMatching(/\S/) });
  expect(danglingRefs(document)).toEqual([]);
  for (const [path, operations] of Object.entries(document.paths)) {
    expect(path).toMatch(/^\/api\/.*\/$/);
    for (const [method, { summary, parameters, requestBody, responses }] of Object.entries(operations)) {
      expect(['get', 'post']).toContain(method);
      expect(summary).toMatch(/\S/);
      expect(Boolean(requestBody)).toBe(method === 'post');
      const forms = requestBody && 'multipart/form-data' in requestBody.content;
      if (requestBody) expect(forms).toBe(contracts.some((contract) => contract.path === path && contract.takes));
      const inPath = parameters.filter((parameter) => parameter.in === 'path');
      expect(inPath.map(({ name }) => `{${name}}`)).toEqual(path.match(/\{\w+\}/g) ?? []);
      expect(inPath.every(({ required }) => required)).toBe(true);
      for (const status of Object.keys(responses)) expect(status).toMatch(/^[2345]\d\d$/);
    }
  }
});

test('every call is in it, and nothing else', () => {
  const described = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
  );
  expect(described.toSorted()).toEqual(contracts.map(({ method, path }) => `${method} ${path}`).toSorted());
});

test('a call that must not be done twice asks for its uid', () => {
  const asking = contracts.filter((contract) =>
    operationOf(contract)?.parameters.some(
      ({ name, in: place, required }) => name === 'ETag' && place === 'header' && required,
    ),
  );
  expect(asking.map(({ path }) => path).toSorted()).toEqual([
    '/api/finance/destinations/',
    '/api/finance/destinations/wait/',
    '/api/finance/withdrawals/',
    '/api/finance/withdrawals/resumption/',
    '/api/finance/withdrawals/{id}/cancellation/',
    '/api/places/{platform}/requests/',
    '/api/support/',
    '/api/transactions/{id}/cancellation/',
    '/api/transactions/{id}/recreation/',
  ]);
});

test('calls of members and the operator ask for a bearer, those of the node for a signature, the others for nothing', () => {
  for (const contract of contracts) {
    const hasBearer = contract.caller === 'member' || contract.caller === 'operator';
    expect(operationOf(contract)?.security).toEqual(hasBearer ? [{ bearer: [] }] : []);
    const signature = operationOf(contract)?.parameters.filter(
      ({ name, in: place, required }) => name.startsWith('webhook-') && place === 'header' && required,
    );
    expect(signature?.map(({ name }) => name)).toEqual(
      contract.caller === 'node' ? ['webhook-id', 'webhook-timestamp', 'webhook-signature'] : [],
    );
  }
});

const PER_CALL = Number(process.env['GENERATED_INPUTS'] ?? everyday(40, 100));
const SEED = Number(process.env['SEED'] ?? 20_261_120);
const ENOUGH = 40;

await giveMoney(testServices.services, 'anna', 10_000_000_000n);
const anna = await signInWithPin(api, 'anna');
const withdrawal = { destination: WALLET, amount: '10.00', pin: DEMO_PIN };
const asked = dataOf(await moneyCall(api, requestWithdrawal, { ...withdrawal, amount: '101.00' }, { bearer: anna }));
const saving = { name: 'A node', destination: 'NodeNumber00000001', pin: DEMO_PIN };
const saved = dataOf(await moneyCall(api, saveDestination, saving, { bearer: anna }));
const picture = new Uint8Array(pngOf(96, 96));
const cursor = dataOf(await api.call(listHistory, { limit: '1' }, { bearer: anna })).next;

test.each(contracts)(
  `$method $path takes ${PER_CALL} made-up inputs (seed ${SEED}) and answers as described`,
  async (contract) => {
    const made = randomJson(SEED);
    const bearer = (await api.signIn(contract === setPin ? 'jonas' : 'anna')).access;
    const statuses = new Set<number>();
    for (let number = 0; number < PER_CALL; number += 1) {
      const input = made.object(await plausible(contract, number));
      const etag = made.pick([
        undefined,
        '',
        'short',
        '"the-same-each-time"',
        `"new-${contract.path}-${number}-1"`,
        `"new-${contract.path}-${number}-2"`,
      ]);
      const sent = `seed ${SEED}, input ${number}: ${JSON.stringify(input)}, ETag ${etag}`;
      const { status, type, body, text } = await send(contract, input, { bearer, etag, asForm: number % 4 > 0 });
      statuses.add(status);
      expect(status, sent).toBeLessThan(500);
      const response = operationOf(contract)?.responses[status];
      expect(response, `${status} is not described; ${sent}`).toBeDefined();
      const schema = response!.content[type]?.schema;
      expect(schema, `${status} is not described as ${type}; ${sent}`).toBeDefined();
      const answer = type === 'application/json' ? body : text;
      expect(misfit(schema!.$ref ? resolveRef(document, schema!.$ref) : schema, answer), sent).toBeUndefined();
    }
    const isWithinReach = contract.path.startsWith('/api/finance/') || contract.takes;
    if (isWithinReach && PER_CALL >= ENOUGH) expect([...statuses]).toContain(contract.success);
  },
);

/** What a person could mean, so that the calls are also met behind their gates. */
async function plausible(
  { input, path }: (typeof contracts)[number],
  number: number,
): Promise<Record<string, unknown>> {
  const values: Record<string, unknown> = {
    username: `made-up-${number}`,
    email: `made-up-${number}@demo.example`,
    login: 'anna',
    password: DEMO_PASSWORD,
    password_repeat: DEMO_PASSWORD,
    ref: 'anna',
    bot_check: 'bot_check' in input.shape ? await api.answer() : undefined,
    topic: 'other',
    message: 'Where is my place?',
    ...withdrawal,
    pin_repeat: DEMO_PIN,
    id: asked.id,
    size: '96',
    photo: new File([number % 2 ? picture : 'no picture'], 'me.png'),
    from: '2026-01-01',
    to: '2026-12-31',
    kind: 'withdrawal',
    open: 'yes',
    limit: '5',
    cursor,
    name: 'My wallet',
    ...(path.startsWith('/api/finance/destinations/') && { id: saved.id, to: 'on' }),
  };
  return Object.fromEntries(Object.keys(input.shape).map((name) => [name, values[name]]));
}

type Carried = { bearer: string; etag: string | undefined; asForm: boolean };

async function send(
  { method, path, takes }: (typeof contracts)[number],
  input: Record<string, unknown>,
  { bearer, etag, ...carried }: Carried,
) {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, word: string) => encode(input[word] ?? 'anna'));
  const headers = {
    authorization: `Bearer ${bearer}`,
    'content-type': 'application/json',
    ...(etag !== undefined && { etag }),
  };
  const rest = Object.entries(input).filter(([name]) => !path.includes(`{${name}}`));
  if (takes && carried.asForm) {
    const { 'content-type': _, ...others } = headers;
    return rawCall(app, filled, { method, headers: others, body: formOf(rest) });
  }
  if (method === 'POST')
    return rawCall(app, filled, { method, headers, body: JSON.stringify(Object.fromEntries(rest)) });
  const query = rest.map(([name, value]) => `${encode(name)}=${encode(value)}`).join('&');
  return rawCall(app, query ? `${filled}?${query}` : filled, { headers });
}

function formOf(fields: [string, unknown][]): FormData {
  const form = new FormData();
  for (const [name, value] of fields) form.append(name, value instanceof Blob ? value : String(value));
  return form;
}

function encode(value: unknown): string {
  return encodeURIComponent((typeof value === 'string' ? value : JSON.stringify(value)).toWellFormed());
}
