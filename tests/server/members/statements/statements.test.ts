import { createPublicKey, hash, verify } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import {
  getMonthStatement,
  listSigningKeys,
  listStatements,
  type Statement,
  verifyStatement,
} from '#contracts/statements.ts';
import { parseMoney } from '#domain/money.ts';
import { readStatementNumber, STATEMENT_LINES } from '#domain/statement.ts';
import { deriveSecrets } from '#server/base/secrets.ts';
import { members, statements } from '#server/db/schema/index.ts';
import { createApp } from '#server/http/calls/app.ts';
import { postTransfers } from '#server/ledger/index.ts';
import { findByLogin } from '#server/members/auth/find-member.ts';
import { openSession } from '#server/members/auth/session/index.ts';
import type { Services } from '#server/api/services.ts';
import { sealDays } from '#server/members/seals/index.ts';
import { type Api, apiOf, dataOf, newAddress, refusalOf } from '../../../support/app/api.ts';
import { createTestServices, SESSION_SECRET } from '../../../support/app/services.ts';
import { connectPatiently } from '../../../support/db/patient.ts';
import { everyday } from '../../../support/everyday.ts';
import { giveMoney } from '../../../support/people/money.ts';
import { openForger } from '../../ledger/forger.ts';
import { periodOf } from '#server/members/statements/months.ts';
import { moveAtRandom } from './random-moves.ts';

let now = new Date('2027-01-01T09:00:00Z');
const { services, app, databaseUrl } = await createTestServices({ clock: { now: () => now } });
const api = apiOf(app);
const { forge } = await openForger(services);

/** Runs `work` at this time. */
async function at<T>(time: string, work: () => Promise<T>): Promise<T> {
  now = new Date(time);
  return work();
}

async function memberOf(username: string) {
  const member = await findByLogin(services.db, username);
  if (!member) throw new Error(`Nobody is called ${username}.`);
  return member;
}

/** A new session, because tests move the clock by months. */
async function bearerOf(username: string, of: Services = services): Promise<string> {
  return (await openSession(of, await memberOf(username), { address: '', userAgent: '' }))!.access;
}

const registered = (username: string, time: string) =>
  services.db
    .update(members)
    .set({ registeredAt: new Date(time) })
    .where(eq(members.username, username));
const ask = async (username: string, month: string) =>
  api.call(getMonthStatement, { month }, { bearer: await bearerOf(username) });
const read = async (username: string, month: string) => dataOf(await ask(username, month));
const check = (number: string, as: Api = api) => as.call(verifyStatement, { number }, { address: newAddress() });
const micros = (amount: string) => {
  const unsigned = parseMoney(amount.replace('-', ''))!;
  return amount.startsWith('-') ? -unsigned : unsigned;
};
const figures = (statement: Statement) =>
  Object.fromEntries(
    (['opening', ...STATEMENT_LINES, 'closing'] as const).map((name) => [name, micros(statement[name])]),
  );

for (const username of ['anna', 'ivan', 'priya', 'marie', 'jonas']) await registered(username, '2026-01-15T09:00:00Z');

test('of any movements each month begins where the one before ended, and its lines lead exactly to its end', async () => {
  for (const [seed, username] of ['anna', 'ivan', 'priya'].entries()) {
    const expected = await moveAtRandom(services, await memberOf(username), {
      ...{ seed: seed + 1, months: ['2027-01', '2027-02', '2027-03'], moves: everyday(30, 200) },
      setTime: (time) => {
        now = time;
      },
    });
    now = new Date('2027-04-02T09:00:00Z');
    for (const line of STATEMENT_LINES) {
      expect([line, [...expected.values()].some((lines) => lines[line] !== 0n)]).toEqual([line, true]);
    }
    let closing = 0n;
    for (const [month, lines] of expected) {
      const sums = figures(await read(username, month));
      expect({ month, ...sums }).toEqual({ month, ...lines, opening: closing, closing: sums['closing'] });
      const total = STATEMENT_LINES.reduce((sum, line) => sum + sums[line]!, sums['opening']!);
      expect(sums['closing']).toBe(total);
      closing = total;
    }
    const { rows } = await services.db.execute<{ owned: string }>(sql`
      select sum(balance)::text as owned from ledger_accounts a join members m on m.id = a.member_id
      where m.username = ${username}`);
    expect(closing).toBe(BigInt(rows[0]!.owned));
  }
});

test('a month begins and ends at midnight in Moscow, and is closed five minutes after it', async () => {
  const moments = [
    ['2027-04-30T20:59:59.999Z', 1_000_000n],
    ['2027-04-30T21:00:00Z', 20_000_000n],
    ['2027-05-31T20:59:59.999Z', 300_000_000n],
    ['2027-05-31T21:00:00Z', 4_000_000_000n],
  ] as const;
  for (const [time, sum] of moments) await at(time, () => giveMoney(services, 'marie', sum));
  expect(await at('2027-05-31T21:04:59Z', async () => refusalOf(await ask('marie', '2027-05')))).toBe('not_found');
  const statement = await at('2027-05-31T21:05:00Z', () => read('marie', '2027-05'));
  expect(statement).toMatchObject({ opening: '1.00', accruals: '320.00', closing: '321.00', state: 'valid' });
});

test('months before registration, the current one, those to come and no months at all have no statement', async () => {
  await registered('jonas', '2026-11-30T21:00:00Z');
  now = new Date('2027-06-15T09:00:00Z');
  for (const month of ['2026-11', '2027-06', '2027-07', '2027-13', '2027-1', '0000-01', 'x']) {
    expect([month, refusalOf(await ask('jonas', month))]).toEqual([month, 'not_found']);
  }
  expect(await read('jonas', '2026-12')).toMatchObject({ opening: '0.00', closing: '0.00', state: 'valid' });
});

test.each([
  ['2026-03', 'Europe/Berlin', '2026-02-28T23:00:00.000Z', '2026-03-31T22:00:00.000Z'],
  ['2026-12', 'Asia/Kolkata', '2026-11-30T18:30:00.000Z', '2026-12-31T18:30:00.000Z'],
  // Clocks jump over the first midnight.
  ['2023-10', 'America/Asuncion', '2023-10-01T04:00:00.000Z', '2023-11-01T03:00:00.000Z'],
])('%s in %s begins and ends at its first moments', (month, timeZone, start, end) => {
  const period = periodOf(month, timeZone);
  expect([period.start.toISOString(), period.end.toISOString()]).toEqual([start, end]);
});

test('the issuer is the company of that time', async () => {
  now = new Date('2027-06-15T09:00:00Z');
  const company = { name: 'Arch\n Holding', address: 'Street 1' };
  const branded = { ...services, config: { ...services.config, company } };
  const bearer = await bearerOf('jonas');
  const answer = await apiOf(createApp(branded)).call(getMonthStatement, { month: '2027-05' }, { bearer });
  expect(dataOf(answer)).toMatchObject({ issuer: 'Arch Holding, Street 1', state: 'valid' });
  expect(await read('jonas', '2027-05')).toEqual(dataOf(answer));
});

test('requests at once, and later ones, get the same number and figures', async () => {
  now = new Date('2027-06-15T09:00:00Z');
  const bearer = await bearerOf('anna');
  const askNow = () => api.call(getMonthStatement, { month: '2027-05' }, { bearer });
  const answers = (await Promise.all(Array.from({ length: 8 }, askNow))).map(dataOf);
  expect(new Set(answers.map(({ number }) => number)).size).toBe(1);
  now = new Date('2027-09-01T09:00:00Z');
  await giveMoney(services, 'anna', 5_000_000n);
  expect(await read('anna', '2027-05')).toEqual(answers[0]);
  expect(await services.db.$count(statements, eq(statements.number, answers[0]!.number))).toBe(1);
});

test('a transfer of the month that is still uncommitted is waited for', async () => {
  const member = await memberOf('jonas');
  const other = connectPatiently(databaseUrl);
  now = new Date('2027-09-30T20:59:59Z');
  const legs = [
    { account: { kind: 'earnings' }, amountMicros: -9n } as const,
    { account: { kind: 'available', memberId: member.id }, amountMicros: 9n } as const,
  ];
  const transfer = { key: 'gift:slow', kind: 'accrual', memberId: member.id, details: {}, legs } as const;
  const asked = await other.transaction(async (tx) => {
    await postTransfers(tx, services, [transfer]);
    now = new Date('2027-10-01T09:00:00Z');
    const answer = ask('jonas', '2027-09');
    const waiting = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    await expect.poll(async () => (await services.db.execute(waiting)).rows.length).toBe(1);
    return { answer };
  });
  expect(dataOf(await asked.answer).accruals).toBe('0.000009');
  await other.close();
});

test('members list their own closed months, newest first and to the end', async () => {
  now = new Date('2029-02-10T09:00:00Z');
  const bearer = await bearerOf('jonas');
  const list = async (cursor?: string) => dataOf(await api.call(listStatements, cursor ? { cursor } : {}, { bearer }));
  const first = await list();
  const rest = await list(first.next!);
  expect([first.items.length, first.items[0]!.month, rest.items.at(-1)!.month, rest.next]).toEqual([
    ...[24, '2029-01', '2026-12', null],
  ]);
  const numbers = rest.items.filter(({ number }) => number).map(({ month }) => month);
  expect([...first.items.filter(({ number }) => number).map(({ month }) => month), ...numbers]).toEqual([
    ...['2027-09', '2027-05', '2026-12'],
  ]);
  for (const cursor of ['2026-13', 'x']) {
    expect(refusalOf(await api.call(listStatements, { cursor }, { bearer }))).toBe('invalid');
  }
});

test('a stranger checks a number as it is typed, sees no name, and verifies the signature alone', async () => {
  const { number } = await read('ivan', '2027-03');
  const typed = ` ${number.toLowerCase().replaceAll('-', ' ').replaceAll('1', 'l').replaceAll('0', 'o')} `;
  const shown = dataOf(await check(typed));
  const { username, id, email, name } = await memberOf('ivan');
  const own = await read('ivan', '2027-03');
  expect(shown).toMatchObject({ number, month: '2027-03', closing: own.closing, issuer: 'Atrium' });
  for (const secret of [username, email, name!]) expect(JSON.stringify(shown)).not.toContain(secret);
  expect(Object.values(shown)).not.toContain(id);
  const [keyName, keyId, key] = shown.key.split('+');
  const [, signer, signature] = shown.signature.split(' ');
  const bytes = Buffer.from(signature!, 'base64');
  expect([signer, bytes.subarray(0, 4).toString('hex')]).toEqual([keyName, keyId]);
  const raw = Buffer.from(key!, 'base64').subarray(1);
  const idOf = hash('sha256', Buffer.concat([Buffer.from(`${keyName}\n`), Buffer.from([1]), raw]), 'buffer');
  expect(idOf.subarray(0, 4)).toEqual(bytes.subarray(0, 4));
  const publicKey = createPublicKey({
    key: { kty: 'OKP', crv: 'Ed25519', x: raw.toString('base64url') },
    format: 'jwk',
  });
  expect(verify(null, Buffer.from(shown.note), publicKey, bytes.subarray(4))).toBe(true);
});

test('nobody reads another member’s month, or gets anything for a number that was never issued', async () => {
  const [anna, ivan] = [await read('anna', '2027-03'), await read('ivan', '2027-03')];
  expect(anna.number).not.toBe(ivan.number);
  expect(refusalOf(await api.call(getMonthStatement, { month: '2027-03' }))).toBe('no_session');
  const forged = anna.number.replace(/.$/, (sign) => (sign === 'A' ? 'B' : 'A'));
  const otherMonth = anna.number.replace('2027-03', '2027-02');
  for (const number of [forged, otherMonth, '2027-03', 'x', '%00', `${anna.number}-AAAA`]) {
    expect([number, refusalOf(await check(number))]).toEqual([number, 'not_found']);
  }
  const address = newAddress();
  const tries = Array.from({ length: 61 }, () => api.call(verifyStatement, { number: forged }, { address }));
  expect((await Promise.all(tries)).map(refusalOf).filter((code) => code === 'too_often')).toHaveLength(1);
});

test('a statement can’t be changed or removed', async () => {
  for (const words of ['update statements set fees = 0', 'delete from statements', 'truncate statements']) {
    await expect(services.pool.query(words)).rejects.toThrow('was handed out and stays');
  }
});

test('a person with all rights on the database can’t change a figure, issuer, month or owner’s key unnoticed', async () => {
  const { number } = await read('priya', '2027-02');
  const stored = `where number = '${number}'`;
  const changes = [
    `update statements set closing = closing + 1, accruals = accruals + 1 ${stored}`,
    `update statements set issuer = 'Somebody else' ${stored}`,
    `update statements set month = '2027-05-01' ${stored}`,
    `update statements set note = replace(note, 'fees 0', 'fees 1') || 'fees 2' ${stored}`,
    `update statements set public_key = decode(repeat('ab', 32), 'hex') ${stored}`,
    `update statements set signature = decode(repeat('ab', 64), 'hex') ${stored}`,
  ];
  for (const change of changes) {
    await forge('create table before_change as table statements', change);
    expect([change, refusalOf(await check(number))]).toEqual([change, 'not_found']);
    await forge('delete from statements', 'insert into statements table before_change', 'drop table before_change');
    expect(refusalOf(await check(number))).toBe('done');
  }
});

test('when the ledger is changed afterwards, the statement stays and its owner is told that they differ', async () => {
  const before = await read('priya', '2027-02');
  await forge(`update ledger_entries set amount = amount + 7 where id = (
    select min(e.id) from ledger_entries e join ledger_accounts a on a.id = e.account_id
    join members m on m.id = a.member_id
    where m.username = 'priya' and e.kind = 'accrual' and e.day between '2027-02-01' and '2027-02-28')`);
  expect(await read('priya', '2027-02')).toEqual({ ...before, state: 'differs' });
  expect(dataOf(await check(before.number)).closing).toBe(before.closing);
});

test('after a new pepper, statements are signed with a new key, and both keys are published with their days', async () => {
  now = new Date('2029-03-10T09:00:00Z');
  await sealDays(services);
  const before = await read('ivan', '2029-02');
  const inUse = [
    { version: 2, secret: 'the new pepper of the tests is long enough' },
    { version: 1, secret: SESSION_SECRET },
  ] as const;
  const rotated = { ...services, secrets: deriveSecrets([SESSION_SECRET], { inUse }) };
  const apiNow = apiOf(createApp(rotated));
  now = new Date('2029-04-05T09:00:00Z');
  const bearer = await bearerOf('ivan', rotated);
  const after = dataOf(await apiNow.call(getMonthStatement, { month: '2029-03' }, { bearer }));
  for (const { number, key } of [before, after]) expect(dataOf(await check(number, apiNow)).key).toBe(key);
  const { items } = dataOf(await apiNow.call(listSigningKeys, {}, { address: newAddress() }));
  const keys = items.map((item) => [item.statements, item.in_use, item.last_day]);
  expect(keys).toEqual([
    [after.key, true, '2029-04-05'],
    [before.key, false, '2029-03-10'],
  ]);
  // A pepper that was retired still verifies; of one that is forgotten nothing is valid.
  const [newest, former] = inUse;
  const retired = { ...services, secrets: deriveSecrets([SESSION_SECRET], { inUse: [newest], retired: [former] }) };
  expect(refusalOf(await check(before.number, apiOf(createApp(retired))))).toBe('done');
  const forgotten = { ...services, secrets: deriveSecrets([SESSION_SECRET], { inUse: [newest] }) };
  expect(refusalOf(await check(before.number, apiOf(createApp(forgotten))))).toBe('not_found');
});

test('a statement outlives the account and still names nobody', async () => {
  const { number } = await read('marie', '2027-05');
  const { id } = await memberOf('marie');
  await services.db.update(members).set({ closedAt: now, username: 'former-1' }).where(eq(members.id, id));
  expect(dataOf(await check(number)).closing).toBe('321.00');
  expect(readStatementNumber(number)).toBe(number);
});
