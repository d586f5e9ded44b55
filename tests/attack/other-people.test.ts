import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { keepForm, openKeptForm } from '#contracts/auth.ts';
import { toApiRequest } from '#contracts/call.ts';
import type { Contract } from '#contracts/contract.ts';
import { contracts } from '#contracts/index.ts';
import { savePasskey, startPasskey } from '#contracts/passkeys.ts';
import { getProfile } from '#contracts/profile.ts';
import { DEMO_PASSWORD, DEMO_PIN } from '#server/operator/seed/cast.ts';
import { seedSupport } from '#server/operator/seed/support.ts';
import { Authenticator } from '../support/people/authenticator.ts';
import { everyday } from '../support/everyday.ts';
import { fingerprint } from '../support/db/fingerprint.ts';
import type { HttpAnswer } from '../support/app/http.ts';
import { brokenInvariants } from '../support/db/invariants.ts';
import { WALLET } from '../support/people/money.ts';
import { memberOf } from '../support/app/stage.ts';
import { OPERATOR_KEY, openTarget } from '../support/app/target.ts';

/** Without jobs, only the requests of this file change data. */
const target = await openTarget({ money: true, env: { RUN_JOBS: 'false' } });
const { services, send } = target;
await services.transaction((tx) => seedSupport(tx, services));
const ofMembers = contracts.filter(({ caller }) => caller === 'member');

/** Other required fields of calls, so that a call gets as far as looking up the foreign id. */
const REST: Record<string, unknown> = {
  platform: 'licenses',
  username: 'ivan',
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

/** Fields that name a person or a thing. */
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
/** Calls that may name anything: posts are for all members. */
const FOR_ALL = /^\/api\/(feed|auth)\//;

function request(contract: Contract, input: Record<string, unknown>) {
  const uid = contract.uid ? { uid: randomUUID() } : {};
  const { method, path, headers, body } = toApiRequest(contract, input, 'en', uid);
  return { method, path, headers, ...(typeof body === 'string' && { body }) };
}

/** The response without parts that differ each time. */
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

/** An unused id of the same form. */
function strangerLike(value: string): string {
  if (/^[\da-f]{8}-/.test(value)) return randomUUID();
  if (/^\w{2,12}:[\da-f-]{36}$/.test(value)) return value.replace(/:.*/, `:${randomUUID()}`);
  if (/^\d+$/.test(value)) return '987654321';
  if (/^S-\d+$/.test(value)) return 'S-98765';
  // Keeps the length, because longer values would be refused for their length.
  return value.length > 40 ? [...value].toReversed().join('') : 'nobody-at-all';
}

/** Kinds of things of Anna; at least one id of each is needed. */
const KINDS = ['withdrawal', 'transaction', 'destination', 'session', 'place', 'notice', 'request'] as const;

describe('Ivan, who knows every id that Anna ever saw', () => {
  const ids: string[] = [];
  const cursors: string[] = [];
  /** Numbers that also name something of Ivan's. */
  const his = new Set<string>();
  const hers = new Map<(typeof KINDS)[number], string>();
  let anna = 0;
  let bearer = '';
  /** Anna's sealed states, for a form and for a passkey. */
  const sealed = { kept: '', state: '' };
  let passkey: unknown;

  const asAnna = async (contract: Contract, input: Record<string, unknown>) =>
    JSON.parse((await send(request(contract, input), { bearer })).text);

  /** Collects ids from Anna's lists and from her rows in the database. */
  beforeAll(async () => {
    bearer = (await target.session('anna')).access;
    anna = (await memberOf(target, 'anna')).id;
    const own = await services.db.execute<{ id: string }>(sql`
      select x.id::text from members m cross join lateral (
        select id::text from places where member_id = m.id union all
        select id::text from notices where member_id = m.id union all
        select id::text from support_requests where member_id = m.id
      ) x where m.username = 'ivan'`);
    for (const { id } of own.rows) his.add(id);
    const { rows } = await services.db.execute<{ kind: string; id: string }>(sql`
      select 'withdrawal' as kind, id::text from withdrawals where member_id = ${anna} union all
      select 'transaction', id::text from transactions where member_id = ${anna} union all
      select 'destination', id::text from saved_destinations where member_id = ${anna} union all
      select 'session', id::text from session_families where member_id = ${anna} and ended_at is null union all
      select 'place', p.id::text from places p join plans on plans.id = plan_id
        where member_id = ${anna} and platform = 'licenses' union all
      select 'notice', id::text from notices where member_id = ${anna} and seen_at is null union all
      select 'request', id::text from support_requests where member_id = ${anna}`);
    const found = new Set<string>();
    for (const kind of KINDS) {
      const some = rows.filter((row) => row.kind === kind && !his.has(row.id)).slice(0, everyday(1, 15));
      for (const { id } of some) {
        hers.set(kind, id);
        found.add(id);
        if (kind === 'withdrawal' || kind === 'transaction') found.add(`${kind}:${id}`);
      }
    }
    for (const one of ['anna', 'root', 'priya', String(anna)]) found.add(one);
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
        const answer = await send(request(contract, { ...inPath(contract, 'licenses'), ...extra }), { bearer });
        if (answer.status === 200) walk(JSON.parse(answer.text));
      }
    }
    const shapes = Object.groupBy(found, (id) => id.replaceAll(/[\da-f]/g, '').slice(0, 8));
    for (const alike of Object.values(shapes)) ids.push(...(alike ?? []).slice(0, everyday(6, 100)));
    expect([...hers.keys()]).toEqual(KINDS);
    expect(ids).toEqual(expect.arrayContaining([...hers.values()]));
    expect(ids).toContain(`withdrawal:${hers.get('withdrawal')}`);
    expect(ids).toContain(`transaction:${hers.get('transaction')}`);
    expect(cursors.length).toBeGreaterThan(2);
  });

  /** Confirms that both sealed states work for Anna. */
  beforeAll(async () => {
    const values = { message: 'What nobody else reads' };
    const { page_owner: owner } = await asAnna(getProfile, {});
    sealed.kept = (await asAnna(keepForm, { page: 'support', owner, values })).kept;
    expect(await asAnna(openKeptForm, { page: 'support', kept: sealed.kept })).toEqual({ values });

    const start = () => asAnna(startPasskey, { password: DEMO_PASSWORD });
    const [own, other] = [await start(), await start()];
    const made = new Authenticator(target.origin).create(own.options);
    expect(await asAnna(savePasskey, { state: own.state, name: 'Key', passkey: made })).toEqual({});
    ids.push(made.id);
    sealed.state = other.state;
    passkey = new Authenticator(target.origin).create(other.options);
  });

  const naming = ofMembers.flatMap((contract) =>
    Object.keys(contract.input.shape)
      .filter((name) => NAMES_SOMETHING.includes(name) && !FOR_ALL.test(contract.path))
      .map((name) => ({ contract, name, call: `${contract.method} ${contract.path}` })),
  );

  test('there are calls that name something', () => expect(naming.length).toBeGreaterThan(20));

  test.each(naming)('$call learns and changes nothing of hers by $name', async ({ contract, name }) => {
    const { access } = await target.session('ivan');
    const before = [await fingerprint(services.db, anna), await sessionsOfHers()];
    const known = { ...REST, passkey };
    // As a filter of a list, a topic would hide rows.
    const isNeeded = (key: string) => key in contract.input.shape && (key !== 'topic' || contract.method === 'POST');
    const rest = Object.fromEntries(Object.entries(known).filter(([key]) => isNeeded(key)));
    const ask = async (value?: string) => {
      await services.db.execute(sql`delete from rate_limits`);
      const typed = name !== 'ids' || !value ? value : contract.path.includes('support') ? [Number(value)] : [value];
      const input = { ...inPath(contract, 'licenses'), ...rest, [name]: typed };
      return send(request(contract, input), { bearer: access });
    };
    const special: Record<string, string[]> = { cursor: cursors, kept: [sealed.kept], state: [sealed.state] };
    const wrong: string[] = [];
    const own = name === 'cursor' ? await wholeList(ask) : new Set<string>();
    for (const value of special[name] ?? ids.filter((id) => !his.has(id))) {
      const answer = await ask(value);
      if (leaks(answer, value)) wrong.push(`${value} told ${leaks(answer, value)}`);
      if (name === 'cursor') {
        wrong.push(...itemsIn(answer).filter((item) => !own.has(item)));
        continue;
      }
      const stranger = strangerLike(value);
      const unknown = await ask(stranger);
      const [one, other] = [gist(answer, value), gist(unknown, stranger)].map((it) => JSON.stringify(it));
      // Ivan may see every seat below his own, and his own line.
      const isHis = (name === 'node' || value === 'ivan') && answer.status === 200;
      if (one !== other && !isHis) wrong.push(`${value}: ${one} and not ${other}`);
    }
    expect(wrong).toEqual([]);
    expect([await fingerprint(services.db, anna), await sessionsOfHers()]).toEqual(before);
  });

  function itemsIn({ status, text }: HttpAnswer): string[] {
    return status === 200 ? JSON.parse(text).items.map((item: unknown) => JSON.stringify(item)) : [];
  }

  /** Reads all pages of a list. */
  async function wholeList(ask: (cursor?: string) => Promise<HttpAnswer>): Promise<Set<string>> {
    const items = new Set<string>();
    for (let next: string | undefined, isFirst = true; isFirst || next; isFirst = false) {
      const answer = await ask(next);
      expect(answer.status).toBe(200);
      for (const item of itemsIn(answer)) items.add(item);
      next = JSON.parse(answer.text).next ?? undefined;
    }
    return items;
  }

  async function sessionsOfHers(): Promise<unknown[]> {
    const { rows } = await services.db.execute(sql`
      select id from session_families where member_id = ${anna} and ended_at is null order by id`);
    return rows;
  }

  /** An id of Anna in a response to Ivan that Ivan did not send himself. */
  function leaks({ text }: HttpAnswer, sent: string): string | undefined {
    return ids.find((id) => id.length > 30 && id !== sent && !sent.includes(id) && text.includes(id));
  }

  test('by a card only his own line', async () => {
    const { access } = await target.session('ivan');
    const card = async (username: string, whose: string) =>
      (await send({ method: 'GET', path: `/api/team/${username}/` }, { bearer: whose })).status;
    expect(await card('ivan', bearer)).toBe(200);
    for (const username of ['anna', 'root', 'priya', 'jonas', 'marie', 'lena']) {
      expect(await card(username, access), username).toBe(404);
    }
  });

  test('nor does a page of his show what is hers', async () => {
    const { access } = await target.session('ivan');
    const visit = (path: string, whose: string) =>
      send({ method: 'GET', path: `/en/dashboard/${path}`, headers: { cookie: `access_token=${whose}` } });
    expect((await visit('finance', access)).status).toBe(200);
    for (const path of [
      `finance/withdrawals/${hers.get('withdrawal')}`,
      `finance/withdrawals/${hers.get('withdrawal')}/cancellation`,
      `finance/transactions/${hers.get('transaction')}`,
      `finance/transactions/${hers.get('transaction')}/cancellation`,
      `finance/transactions/${hers.get('transaction')}/recreation`,
      `settings/security/destinations/${hers.get('destination')}`,
      `licenses/structure?place=${hers.get('place')}`,
      'team/anna',
      'team/tree?at=anna',
    ]) {
      // 409 also shows that the page is hers: its transaction has moved on. Nobody has a card of their own.
      if (path !== 'team/anna') expect([200, 409], path).toContain((await visit(path, bearer)).status);
      const { status, text } = await visit(path, access);
      expect(status, path).toBe(404);
      expect(text, path).not.toContain('anna@demo.example');
    }
    // The subject of a support request is checked only when it is sent.
    const { status, text } = await visit(`support?about=withdrawal:${hers.get('withdrawal')}`, access);
    expect(status).toBe(200);
    expect(text).not.toContain('anna@demo.example');
  });
});

test('and after all of it the ledger is sound', async () => {
  expect(await brokenInvariants(services.db)).toEqual([]);
});
