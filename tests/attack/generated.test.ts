import fc from 'fast-check';
import { expect, test } from 'vitest';
import { consoleContracts } from '#contracts/console/index.ts';
import type { Contract } from '#contracts/contract.ts';
import { contracts } from '#contracts/index.ts';
import { seedSupport } from '#server/operator/seed/support.ts';
import { answerQuestion } from '../support/people/bot-check.ts';
import { everyday } from '../support/everyday.ts';
import { type HttpAnswer, visit } from '../support/app/http.ts';
import { brokenInvariants } from '../support/db/invariants.ts';
import { openKnowledge } from '../support/made/known-values.ts';
import { openDocuments } from '../support/made/openapi.ts';
import { giveMoney } from '../support/people/money.ts';
import { type MadeRequest, requestOf, requestsFor, type Sent } from '../support/made/made-requests.ts';
import { peopleBelow } from '../support/people/people.ts';
import { openTarget } from '../support/app/target.ts';
import { signedWebhook } from '../support/world/webhook.ts';

const PER_CALL = Number(process.env['GENERATED_INPUTS'] ?? everyday(100, 1_000));
const SEQUENCES = Number(process.env['GENERATED_SEQUENCES'] ?? everyday(100, 1_000));
const SEED = Number(process.env['SEED'] ?? 20_261_126);
/** Path of a failure, printed by fast-check beside the seed; replays only that input. */
const PATH = process.env['SEED_PATH'];
const replay = { seed: SEED, ...(PATH !== undefined && { path: PATH }) };

/** These calls change or close an account, so each has its own member. */
const OWN_MEMBER: Record<string, string> = {
  '/api/users/closure/': 'p1',
  '/api/users/pin/': 'p2',
  '/api/users/password/': 'p3',
};
const SEQUENCE_MEMBERS = ['p4', 'p5', 'p6'];

const target = await openTarget({ people: peopleBelow('anna', 6, () => 0), money: true });
const { services, port } = target;
const documents = await openDocuments(port);
const everyCall: readonly Contract[] = [...contracts, ...consoleContracts];
await services.transaction((tx) => seedSupport(tx, services));
for (const username of SEQUENCE_MEMBERS) await giveMoney(services, username, 500_000_000n);

const knowledge = openKnowledge(() => services.clock.now());
const bearers = new Map<string, string>();

async function bearerOf(contract: Contract, member: string): Promise<string | undefined> {
  const key = `${contract.caller} ${member}`;
  const bearer = bearers.get(key) ?? (await target.bearerFor(contract, member).catch(() => undefined));
  if (bearer !== undefined) bearers.set(key, bearer);
  return bearer;
}

/** Calls each list once, so that ids are known. */
for (const contract of everyCall.filter(
  ({ method, path, answers }) => method === 'GET' && !/\{/.test(path) && !answers,
)) {
  const bearer = await bearerOf(contract, 'anna');
  const { status, text } = await target.send({ method: 'GET', path: contract.path }, { bearer });
  if (status === 200) knowledge.learn(contract, JSON.parse(text));
}

type Made = { contract: Contract; made: MadeRequest; member: string };

/** Sends a request and throws if the response is wrong. */
async function tryOut({ contract, made, member }: Made): Promise<HttpAnswer> {
  const known = knowledge.valuesFor(contract);
  const check = 'bot_check' in contract.input.shape ? [await answerNow()] : [];
  const sent = await requestOf(contract, made, (name) => (name === 'bot_check' ? check : known(name)));
  const bearer = { own: await bearerOf(contract, member), nobody: undefined, 'made-up': 'made.up.token' }[made.who];
  const signed = contract.caller === 'node' && made.who === 'own' ? signedWebhook(String(sent.body)).headers : {};
  const { 'content-type': _, ...signature } = signed;
  const answer = await target.send({ ...sent, headers: { ...sent.headers, ...signature } }, { bearer });
  const wrong = whatIsWrong(contract, sent, answer, made);
  if (wrong !== undefined) throw new Error(`${wrong}: ${describe(contract, sent, answer)}`);
  if (answer.status === 401 && made.who === 'own') bearers.delete(`${contract.caller} ${member}`);
  return answer;
}

async function answerNow(): Promise<string> {
  const { text } = await target.send({ method: 'GET', path: '/api/auth/bot-check/?only=question' });
  return answerQuestion(JSON.parse(text).question);
}

function whatIsWrong(contract: Contract, sent: Sent, answer: HttpAnswer, { who }: MadeRequest): string | undefined {
  const { status, headers } = answer;
  if (status >= 500) return 'a fault of ours';
  if (sent.isElsewhere) return undefined;
  const misfit = documents.misfitOf(contract, answer);
  if (misfit) return misfit;
  if (status < 300 && sent.input && !documents.takes(contract, sent.input)) return 'took what the document refuses';
  const hasGate = contract.caller === 'member' || contract.caller === 'staff';
  if (hasGate && who !== 'own' && status !== 401) return `let somebody in without a session`;
  if (status === 429 && !/^\d+$/.test(headers['retry-after'] ?? '')) return 'no Retry-After';
  // A stream has no personal data; `no-store` would disable the back/forward cache of its page.
  const kept = contract.answers === 'text/event-stream' && status < 300 ? 'private, no-cache' : 'no-store';
  if (hasGate && headers['cache-control'] !== kept) return `may be kept: ${headers['cache-control']}`;
  return headers['x-content-type-options'] === 'nosniff' ? undefined : 'no nosniff';
}

function describe({ method }: Contract, { path, headers, body }: Sent, { status, text }: HttpAnswer): string {
  const what = body === undefined ? '' : ` ${String(body).slice(0, 2_000)}`;
  return `${method} ${path} ${JSON.stringify(headers)}${what}\n→ ${status} ${text.slice(0, 500)}`;
}

test.each(everyCall)(
  `$method $path takes ${PER_CALL} made-up requests (SEED=${SEED}) and answers as described`,
  async (contract) => {
    const member = OWN_MEMBER[contract.path] ?? 'anna';
    // Limits depend on earlier requests; a replay of one input begins with unused limits.
    await target.forgetTries();
    const property = fc.asyncProperty(requestsFor(contract), async (made) => {
      const { status } = await tryOut({ contract, made, member });
      if (status === 423) await target.forgetTries();
    });
    const isAllAlike = Object.keys(contract.input.shape).length === 0;
    await fc.assert(property, { ...replay, numRuns: isAllAlike ? Math.ceil(PER_CALL / 5) : PER_CALL });
  },
);

/** Excludes event streams, which don't end, and closing, which ends the account. */
const inSequence = everyCall.filter(
  ({ answers, path }) => answers !== 'text/event-stream' && path !== '/api/users/closure/',
);
const step = fc.constantFrom(...inSequence).chain((contract) =>
  fc.record({
    contract: fc.constant(contract),
    made: requestsFor(contract),
    member: fc.constantFrom(...SEQUENCE_MEMBERS),
  }),
);

test(`${SEQUENCES} sequences of calls (SEED=${SEED}), each with what the others were told, answer as described`, async () => {
  const property = fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 12 }), async (steps) => {
    for (const one of steps) {
      const { status, text } = await tryOut(one);
      if (status < 300 && text.startsWith('{')) knowledge.learn(one.contract, JSON.parse(text));
    }
    await target.forgetTries();
  });
  await fc.assert(property, { ...replay, numRuns: SEQUENCES });
});

const encoded = (...parts: unknown[]) => Buffer.from(JSON.stringify(parts)).toString('base64url');
const forgedCursors = [
  encoded('2026-01-01T00:00:00.000Z', 'demo-15'),
  encoded('2026-01-01T00:00:00.000Z', '1'),
  encoded('2026-99-99T99:99:99.999Z', '1'),
  encoded('0000-01-01T00:00:00.000Z', '00000000-0000-4000-8000-000000000000'),
  encoded('2026-02-30T00:00:00.000Z', '1'),
  encoded('1', '99999999999999999999'),
  encoded('999999999999999999', '999999999999999999'),
  encoded('a', "' or true --"),
  encoded(1, 1),
  encoded('a\0', 'a'),
  'zzzzzzzzz-f',
  '1-------',
  'all.0.zzzzzzzz.zzzzzzzz.00000000-0000-4000-8000-000000000000',
  'newest.1.9999-99-99.1',
  '999999999',
  '9'.repeat(40),
  '-1',
];

test('a cursor that somebody has written is one or is refused', async () => {
  const wrong: string[] = [];
  const withCursor = everyCall.filter(({ input }) => 'cursor' in input.shape);
  expect(withCursor.length).toBeGreaterThan(5);
  for (const contract of withCursor) {
    const sorts = contract.input.shape['sort']
      ? [undefined, 'at', '-at', 'username', 'created_at', 'amount']
      : [undefined];
    const states = contract.input.shape['state'] ? [undefined, 'sent', 'failed', 'draft'] : [undefined];
    await target.forgetTries();
    const bearer = await target.bearerFor(contract, 'anna');
    for (const cursor of forgedCursors) {
      for (const [sort, state] of sorts.flatMap((one) => states.map((other) => [one, other] as const))) {
        const asked = new URLSearchParams({ cursor, ...(sort && { sort }), ...(state && { state }) });
        const path = `${contract.path.replaceAll(/\{\w+\}/g, '1')}?${asked}`;
        const { status } = await target.send({ method: 'GET', path }, { bearer });
        if (![200, 404, 422].includes(status)) wrong.push(`${path}: ${status}`);
      }
    }
  }
  expect(wrong).toEqual([]);
});

test('a way that a path does not have is refused with those that it has', async () => {
  const wrong: string[] = [];
  for (const [path] of documents.paths) {
    const at = path.replaceAll(/\{\w+\}/g, '1');
    const methods = documents.paths.flatMap(([other, its]) => (matches(other, at) ? its : []));
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND']) {
      if (methods.includes(method)) continue;
      const { status, headers } = await visit(port, at, { method, headers: { 'content-type': 'application/json' } });
      if (status !== 405 || !/^(GET|POST)/.test(headers.allow ?? ''))
        wrong.push(`${method} ${path}: ${status} ${headers.allow}`);
    }
  }
  expect(wrong).toEqual([]);
});

test('and after all of it the ledger is sound', async () => {
  expect(await brokenInvariants(services.db)).toEqual([]);
});

function matches(pattern: string, path: string): boolean {
  return new RegExp(`^${pattern.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path);
}
