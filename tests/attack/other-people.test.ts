import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { toApiRequest } from '#contracts/call.ts';
import type { Contract } from '#contracts/contract.ts';
import { contracts } from '#contracts/index.ts';
import { DEMO_PASSWORD, DEMO_PIN } from '#server/seed/cast.ts';
import { seedSupport } from '#server/seed/support.ts';
import { everyday } from '../support/everyday.ts';
import { fingerprint } from '../support/fingerprint.ts';
import type { HttpAnswer } from '../support/http.ts';
import { brokenInvariants } from '../support/invariants.ts';
import { WALLET } from '../support/money.ts';
import { memberOf } from '../support/stage.ts';
import { OPERATOR_KEY, openTarget } from '../support/target.ts';

/** Without jobs nothing changes but by what is asked for here. */
const target = await openTarget({ money: true, env: { RUN_JOBS: 'false' } });
const { services, send } = target;
await services.transaction((tx) => seedSupport(tx, services));
const ofMembers = contracts.filter(({ caller }) => caller === 'member');

/** What a call needs besides the id of somebody else, so that it comes as far as to look at it. */
const REST: Record<string, unknown> = {
  platform: 'licenses',
  plan: 'licenses-1',
  topic: 'other',
  message: 'About this',
  password: DEMO_PASSWORD,
  password_repeat: DEMO_PASSWORD,
  destination: WALLET,
  amount: '10.00',
  pin: DEMO_PIN,
  pin_repeat: DEMO_PIN,
  code: '123456',
  page: 'support',
  marked_at: '2026-01-01T00:00:00Z',
  name: 'Key',
  passkey: { id: 'x', response: { clientDataJSON: 'x', attestationObject: 'x', transports: [] } },
};

/** Fields that say whose or which. */
const NAMES_SOMETHING = [
  'id',
  'ids',
  'username',
  'about',
  'place',
  'node',
  'cursor',
  'setup',
  'state',
  'kept',
  'owner',
  'key',
];
/** What everybody may name: posts are for all members. */
const FOR_ALL = /^\/api\/(feed|auth)\//;

function request(contract: Contract, input: Record<string, unknown>) {
  const uid = contract.uid ? { uid: randomUUID() } : {};
  const { method, path, headers, body } = toApiRequest(contract, input, 'en', uid);
  return { method, path, headers, ...(typeof body === 'string' && { body }) };
}

/** The answer without what differs each time. */
function gist({ status, headers, text }: HttpAnswer, ...named: unknown[]): unknown {
  const words = named.map(String).toSorted((a, b) => b.length - a.length);
  const plain = words.reduce((left, word) => (word ? left.replaceAll(word, '·') : left), text);
  return { status, type: headers['content-type'], text: plain };
}

describe('a call of a member', () => {
  const callers: Record<string, { bearer?: string; cookies?: Record<string, string> }> = {};
  beforeAll(async () => {
    const [blocked, closed, ended] = [
      await target.session('marie'),
      await target.session('jonas'),
      await target.session('priya'),
    ];
    await services.db.execute(sql`update members set blocked_at = now() where username = 'marie'`);
    await services.db.execute(sql`update members set closed_at = now(), active = false where username = 'jonas'`);
    await services.db.execute(
      sql`update session_families set ended_at = now() where member_id = (select id from members where username = 'priya')`,
    );
    const staff = await target.staffSession('oscar');
    const anna = await target.session('anna');
    Object.assign(callers, {
      nobody: {},
      'a guest': { cookies: { lang: 'en', ref: 'anna', device: 'x'.repeat(22) } },
      'who makes cookies up': { cookies: { access_token: 'made.up.token', refresh_token: 'made-up' } },
      'who makes a bearer up': { bearer: `${anna.access.split('.').slice(0, 2).join('.')}.${'A'.repeat(43)}` },
      'a refresh token as a bearer': { bearer: anna.refresh },
      'somebody blocked': { bearer: blocked.access },
      'somebody blocked, by cookies': { cookies: { access_token: blocked.access, refresh_token: blocked.refresh } },
      'somebody who has left': { bearer: closed.access },
      'whose session has ended': { bearer: ended.access },
      staff: { bearer: staff },
      'staff, by cookies': { cookies: { staff_session: staff, access_token: staff } },
      'a program of the operator': { bearer: OPERATOR_KEY },
    });
  });

  test.each([
    'nobody',
    'a guest',
    'who makes cookies up',
    'who makes a bearer up',
    'a refresh token as a bearer',
    'somebody blocked',
    'somebody blocked, by cookies',
    'somebody who has left',
    'whose session has ended',
    'staff',
    'staff, by cookies',
    'a program of the operator',
  ])('lets %s do nothing', async (name) => {
    const { bearer, cookies = {} } = callers[name]!;
    const cookie = Object.entries(cookies)
      .map(([key, value]) => `${key}=${value}`)
      .join('; ');
    const before = await fingerprint(services.db);
    const wrong: string[] = [];
    for (const contract of ofMembers) {
      const input = {
        ...Object.fromEntries(Object.keys(contract.input.shape).map((key) => [key, REST[key]])),
        ...inPath(contract, '1'),
      };
      const { headers, ...rest } = request(contract, input);
      const answer = await send({ ...rest, headers: { ...headers, ...(cookie && { cookie }) } }, { bearer });
      const code = answer.status === 401 ? JSON.parse(answer.text).code : '';
      if (code !== 'no_session')
        wrong.push(`${contract.method} ${contract.path}: ${answer.status} ${answer.text.slice(0, 80)}`);
    }
    expect(wrong).toEqual([]);
    expect(await fingerprint(services.db)).toEqual(before);
  });
});

function inPath({ path }: Contract, value: string): Record<string, string> {
  return Object.fromEntries([...path.matchAll(/\{(\w+)\}/g)].map(([, word = '']) => [word, value]));
}

/** Of each form in which somebody can be named, one that nobody has. */
function strangerLike(value: string): string {
  if (/^[\da-f]{8}-/.test(value)) return randomUUID();
  if (/^\w{2,12}:[\da-f-]{36}$/.test(value)) return value.replace(/:.*/, `:${randomUUID()}`);
  if (/^\d+$/.test(value)) return '987654321';
  if (/^S-\d+$/.test(value)) return 'S-98765';
  // As long as it was: what is too long is told so, whosever it is.
  return value.length > 40 ? [...value].toReversed().join('') : 'nobody-at-all';
}

describe('Ivan, who knows every id that Anna ever saw', () => {
  const ids: string[] = [];
  const cursors: string[] = [];
  /** Numbers that by chance name something of his own. */
  const his = new Set<string>();
  let anna = 0;

  /** Everything that her own lists tell, and what the database calls hers. */
  beforeAll(async () => {
    const { access } = await target.session('anna');
    anna = (await memberOf(target, 'anna')).id;
    const found = new Set<string>(['anna', 'root', 'priya', String(anna)]);
    const walk = (value: unknown): void => {
      if (typeof value !== 'object' || value === null) return;
      for (const [name, one] of Object.entries(value)) {
        if (/^(id|number|username|setup|state|key)$/.test(name) && /^(string|number)$/.test(typeof one))
          found.add(String(one));
        else if (name === 'next' && typeof one === 'string') cursors.push(one);
        else walk(one);
      }
    };
    for (const contract of ofMembers.filter(
      ({ method, path, answers }) => method === 'GET' && !answers && !FOR_ALL.test(path),
    )) {
      for (const extra of ['limit' in contract.input.shape ? { limit: '1' } : {}, {}]) {
        const answer = await send(request(contract, { ...inPath(contract, 'licenses'), ...extra }), { bearer: access });
        if (answer.status === 200) walk(JSON.parse(answer.text));
      }
    }
    const { rows } = await services.db.execute<{ id: string }>(sql`
      select id::text from withdrawals where member_id = ${anna} union all
      select id::text from transactions where member_id = ${anna} union all
      select id::text from places where member_id = ${anna} union all
      select id::text from session_families where member_id = ${anna} union all
      select id::text from notices where member_id = ${anna} union all
      select id::text from support_requests where member_id = ${anna}`);
    for (const { id } of rows.slice(0, everyday(15, 100))) found.add(id);
    for (const id of rows
      .map((row) => row.id)
      .filter((one) => one.includes('-'))
      .slice(0, 4)) {
      found.add(`withdrawal:${id}`).add(`transaction:${id}`);
    }
    const shapes = Object.groupBy(found, (id) => id.replaceAll(/[\da-f]/g, '').slice(0, 8));
    for (const alike of Object.values(shapes)) ids.push(...(alike ?? []).slice(0, everyday(6, 100)));
    const own = await services.db.execute<{ id: string }>(sql`
      select x.id::text from members m cross join lateral (
        select id::text from places where member_id = m.id union all
        select id::text from notices where member_id = m.id union all
        select id::text from support_requests where member_id = m.id
      ) x where m.username = 'ivan'`);
    for (const { id } of own.rows) his.add(id);
    expect(ids.length).toBeGreaterThan(10);
    expect(cursors.length).toBeGreaterThan(2);
  });

  const naming = ofMembers.flatMap((contract) =>
    Object.keys(contract.input.shape)
      .filter((name) => NAMES_SOMETHING.includes(name) && !FOR_ALL.test(contract.path))
      .map((name) => ({ contract, name, call: `${contract.method} ${contract.path}` })),
  );

  test('there are calls that name something', () => expect(naming.length).toBeGreaterThan(20));

  test.each(naming)('$call learns and changes nothing of hers by $name', async ({ contract, name }) => {
    const { access } = await target.session('ivan');
    const before = await fingerprint(services.db, anna);
    const rest = Object.fromEntries(
      Object.keys(contract.input.shape)
        .filter((key) => key in REST)
        .map((key) => [key, REST[key]]),
    );
    const ask = async (value: string) => {
      await services.db.execute(sql`delete from rate_limits`);
      const typed = name !== 'ids' ? value : contract.path.includes('support') ? [Number(value)] : [value];
      const input = { ...inPath(contract, 'licenses'), ...rest, [name]: typed };
      return send(request(contract, input), { bearer: access });
    };
    const hers = name === 'cursor' ? cursors : ids.filter((id) => !his.has(id));
    const wrong: string[] = [];
    for (const value of hers) {
      const answer = await ask(value);
      if (leaks(answer, value)) wrong.push(`${value} told ${leaks(answer, value)}`);
      if (name === 'cursor') continue;
      const stranger = strangerLike(value);
      const unknown = await ask(stranger);
      const [one, other] = [gist(answer, value), gist(unknown, stranger)].map((it) => JSON.stringify(it));
      // A seat below his own is his to look at, whoever sits there.
      const isBelowHis = name === 'node' && answer.status === 200;
      if (one !== other && !isBelowHis) wrong.push(`${value}: ${one} and not ${other}`);
    }
    expect(wrong).toEqual([]);
    expect(await fingerprint(services.db, anna)).toEqual(before);
  });

  /** An id of hers in an answer to him that he has not sent himself. */
  function leaks({ text }: HttpAnswer, sent: string): string | undefined {
    return ids.find((id) => id.length > 30 && id !== sent && !sent.includes(id) && text.includes(id));
  }

  test('by a card only his own line', async () => {
    const { access } = await target.session('ivan');
    for (const username of ['anna', 'root', 'priya', 'jonas', 'marie', 'lena']) {
      const { status } = await send({ method: 'GET', path: `/api/team/${username}/` }, { bearer: access });
      expect(status, username).toBe(404);
    }
  });

  test('nor does a page of his show what is hers', async () => {
    const { access, refresh } = await target.session('ivan');
    const cookie = `access_token=${access}; refresh_token=${refresh}`;
    const own = ids.filter((id) => /^[\da-f]{8}-/.test(id));
    for (const id of own.slice(0, 12)) {
      for (const path of [
        `finance/withdrawals/${id}`,
        `finance/transactions/${id}`,
        `finance/transactions/${id}/cancel`,
        `licenses/structure?place=${id}`,
        `support?about=withdrawal:${id}`,
      ]) {
        const { status, text } = await send({ method: 'GET', path: `/en/dashboard/${path}`, headers: { cookie } });
        expect([200, 302, 404], path).toContain(status);
        expect(text).not.toContain('anna@demo.example');
        if (path.startsWith('finance')) expect(status, path).not.toBe(200);
      }
    }
  });
});

test('and after all of it the ledger is sound', async () => {
  expect(await brokenInvariants(services.db)).toEqual([]);
});
