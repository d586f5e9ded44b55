import { randomUUID } from 'node:crypto';
import { and, eq, inArray, isNotNull, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { refreshSession, signUp } from '#contracts/auth.ts';
import { closeAccount, prepareExport } from '#contracts/data.ts';
import { requestWithdrawal, setPin } from '#contracts/finance.ts';
import { requestPlace } from '#contracts/places.ts';
import { getProfile } from '#contracts/profile.ts';
import { saveSettings } from '#contracts/settings.ts';
import { sendSupport } from '#contracts/support.ts';
import { isRefused } from '#domain/refusals.ts';
import { postAccruals } from '#server/members/accruals/index.ts';
import { systemClock } from '#server/base/clock.ts';
import { seedPlans } from '#server/operator/seed/places.ts';
import { dataExports, members, signUps, withdrawals } from '#server/db/schema/index.ts';
import { verifyLedger } from '#server/ledger/verify/verify-ledger.ts';
import { dataOf, refusalOf } from '../../../support/app/api.ts';
import type { CalledOut } from '../../../support/processes/caller.ts';
import { startChild } from '../../../support/processes/children.ts';
import { everyday } from '../../../support/everyday.ts';
import { fillSignUp, GUEST_PASSWORD } from '../../../support/people/guests.ts';
import { createTestServices, SESSION_SECRET } from '../../../support/app/services.ts';
import { brokenInvariants } from '../../../support/db/invariants.ts';
import { DEMO_PIN, giveMoney, WALLET } from '../../../support/people/money.ts';
import { disagreements } from '../team/naive.ts';
import { type Leaver, leaversOf } from './leaver.ts';
import { columnsWith } from './traces.ts';

const testServices = await createTestServices({ clock: systemClock });
const { services, databaseUrl } = testServices;
const { api, newLeaver, rowOf } = leaversOf(testServices);
const CALLER = new URL('../../../support/processes/caller.ts', import.meta.url);
const ROUNDS = Number(process.env['CLOSURE_ROUNDS'] ?? everyday(3, 8));
await services.transaction((tx) => seedPlans(tx, services));
await services.db.execute(sql`update members set active = false`);
const copies = await Promise.all([1, 2].map(() => startChild(CALLER, databaseUrl, SESSION_SECRET)));

const closing = (leaver: Leaver, rest: Record<string, string> = {}): CalledOut =>
  callOf(leaver, closeAccount.path, { password: GUEST_PASSWORD, ...rest });
const callOf = ({ bearer }: Leaver, path: string, body: unknown): CalledOut => ({
  path,
  bearer,
  uid: randomUUID(),
  body,
});

/** Each array goes to another copy of the app, all at the same time. Resolves to the results. */
async function atOnce(...calls: CalledOut[][]): Promise<string[][]> {
  return (await Promise.all(calls.map((some, index) => copies[index]!.ask(some)))) as string[][];
}

async function richLeaver(): Promise<Leaver> {
  const leaver = await newLeaver();
  const pin = { pin: DEMO_PIN, pin_repeat: DEMO_PIN, password: GUEST_PASSWORD };
  dataOf(await api.call(setPin, pin, { bearer: leaver.bearer }));
  await giveMoney(services, leaver.username, 5_000_000n);
  return leaver;
}

const PAY_OUT = { money: 'pay_out', amount: '5.00', destination: WALLET, pin: DEMO_PIN };

const payoutsOf = ({ id }: Leaver) => services.db.select().from(withdrawals).where(eq(withdrawals.memberId, id));

/** Closed accounts have no available money, no open transactions, no sessions and no PIN. */
async function expectWhole(): Promise<void> {
  const { rows } = await services.db.execute(sql`
    select m.id from members m where m.closed_at is not null and (
      exists (select from ledger_accounts a where a.member_id = m.id and a.kind = 'available' and a.balance <> 0)
      or exists (select from transactions t where t.member_id = m.id and t.state not in ('active', 'cancelled'))
      or exists (select from session_families f where f.member_id = m.id and f.ended_at is null)
      or exists (select from member_pins p where p.member_id = m.id)
      or exists (select from data_exports d where d.member_id = m.id)
      or exists (select from support_requests r where r.member_id = m.id and r.message <> ''))`);
  expect(rows).toEqual([]);
  expect(await brokenInvariants(services.db)).toEqual([]);
  expect(await disagreements(services.db)).toEqual([]);
  expect((await verifyLedger(services)).findings).toEqual([]);
}

test('closed in both copies at once, five times each, it is closed once', async () => {
  const leaver = await newLeaver();
  const before = (await columnsWith(services.db, [leaver.username])).length;
  expect(before).toBeGreaterThan(0);
  const fiveTimes = () => Array.from({ length: 5 }, () => closing(leaver));
  const answers = (await atOnce(fiveTimes(), fiveTimes())).flat();
  expect(answers.filter((answer) => answer === 'done')).toHaveLength(1);
  expect(new Set(answers)).toEqual(new Set(['done', 'no_session']));
  await expectWhole();
});

test(`closed in both copies at once with a payout, ${ROUNDS} times: it is sent once`, async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const leaver = await richLeaver();
    const twice = () => Array.from({ length: 2 }, () => closing(leaver, PAY_OUT));
    const answers = (await atOnce(twice(), twice())).flat();
    expect(answers.filter((answer) => answer === 'done')).toHaveLength(1);
    expect(await payoutsOf(leaver)).toMatchObject([{ amountMicros: 5_000_000n, state: 'approved' }]);
  }
  await expectWhole();
});

test('a copy that is killed while it closes accounts leaves each as it was or closed with its payout', async () => {
  const leavers = [await richLeaver(), await richLeaver(), await richLeaver()];
  const calls = leavers.map((leaver) => closing(leaver, PAY_OUT));
  const victim = await startChild(CALLER, databaseUrl, SESSION_SECRET);
  const answered = victim.ask(calls);
  await expect.poll(() => services.db.$count(members, isClosedOf(leavers)), { interval: 1 }).toBeGreaterThan(0);
  victim.process.kill('SIGKILL');
  await answered;
  // One query, because PostgreSQL may still be committing the last writes.
  const { rows } = await services.db.execute(sql`
    select closed_at is not null as closed, (select count(*)::int from withdrawals w where w.member_id = m.id) as payouts
    from members m where ${inArray(
      sql`m.id`,
      leavers.map(({ id }) => id),
    )}`);
  expect(rows).toHaveLength(leavers.length);
  for (const { closed, payouts } of rows) expect(payouts).toBe(closed ? 1 : 0);
  // Repeats the same calls, as a browser would.
  const again = (await copies[0]!.ask(calls)) as string[];
  expect(again.filter((answer) => !['done', 'no_session'].includes(answer))).toEqual([]);
  for (const leaver of leavers) expect(await payoutsOf(leaver)).toMatchObject([{ amountMicros: 5_000_000n }]);
  await expectWhole();
});

function isClosedOf(leavers: readonly Leaver[]) {
  const ids = leavers.map(({ id }) => id);
  return and(inArray(members.id, ids), isNotNull(members.closedAt));
}

test(`a withdrawal asked for while the balance is paid out: one of the two, ${ROUNDS} times`, async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const leaver = await richLeaver();
    await giveMoney(services, leaver.username, 15_000_000n);
    const order = { destination: WALLET, amount: '20', pin: DEMO_PIN };
    const asking = callOf(leaver, requestWithdrawal.path, order);
    const leaving = closing(leaver, { ...PAY_OUT, amount: '20.00' });
    const calls = round % 2 ? [[leaving], [asking]] : [[asking], [leaving]];
    const answers = (await atOnce(...calls)).flat();
    const [closed, asked] = round % 2 ? answers : answers.toReversed();
    expect([
      ['done', 'no_session'],
      ['done', 'invalid'],
      ['closure_held', 'done'],
    ]).toContainEqual([closed, asked]);
    expect(await payoutsOf(leaver)).toHaveLength(1);
  }
  await expectWhole();
});

test(`a place asked for while the account is closed: one of the two, ${ROUNDS} times`, async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const leaver = await newLeaver();
    const path = requestPlace.path.replace('{platform}', 'licenses');
    const asking = callOf(leaver, path, { plan: 'licenses-1', at_once: true });
    const order = round % 2 ? [[closing(leaver)], [asking]] : [[asking], [closing(leaver)]];
    const answers = (await atOnce(...order)).flat();
    const [closed, asked] = round % 2 ? answers : answers.toReversed();
    expect([
      ['done', 'no_session'],
      ['closure_unfinished', 'done'],
    ]).toContainEqual([closed, asked]);
  }
  await expectWhole();
});

test(`earnings imported while the account is closed go to somebody or to nobody, ${ROUNDS} times`, async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const leaver = await newLeaver();
    const line = { username: leaver.username, amount: '10', reason: 'earnings', source: '', document: 'd' };
    const order = { batch: `batch ${round}`, lines: [line], dryRun: false };
    const [[closed], posted] = await Promise.all([
      copies[0]!.ask([closing(leaver)]) as Promise<string[]>,
      services.transaction((tx) => postAccruals(tx, services, order)),
    ]);
    const isPosted = !isRefused(posted) && 'state' in posted;
    expect([closed, isPosted]).toEqual(isPosted ? ['closure_money', true] : ['done', false]);
  }
  await expectWhole();
});

test(`a withdrawal asked for while the account is closed is never of a closed account, ${ROUNDS} times`, async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const leaver = await newLeaver();
    const pin = { pin: DEMO_PIN, pin_repeat: DEMO_PIN, password: GUEST_PASSWORD };
    await api.call(setPin, pin, { bearer: leaver.bearer });
    await giveMoney(services, leaver.username, 20_000_000n);
    const order = { destination: WALLET, amount: '20', pin: DEMO_PIN };
    const asking = callOf(leaver, requestWithdrawal.path, order);
    const [[closed], [asked]] = (await atOnce([closing(leaver)], [asking])) as [[string], [string]];
    expect(['closure_money', 'closure_held']).toContain(closed);
    expect(asked).toBe('done');
  }
  await expectWhole();
});

test(`whatever is written while the account is closed is erased or refused, ${ROUNDS} times`, async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const leaver = await newLeaver();
    const marked = `Marked ${randomUUID()}`;
    const contacts = { telegram: marked, phone: marked, other: '' };
    const form = { name: marked, email: leaver.email, contacts, contacts_visibility: 'nobody' };
    const writes = [
      callOf(leaver, saveSettings.path, { ...form, partner_shows_name: true, in_sitemap: true }),
      callOf(leaver, sendSupport.path, { topic: 'other', message: marked, about: '', send_email: true }),
      callOf(leaver, setPin.path, { pin: DEMO_PIN, pin_repeat: DEMO_PIN, password: GUEST_PASSWORD }),
      callOf(leaver, prepareExport.path, { password: GUEST_PASSWORD }),
      { path: refreshSession.path, body: { refresh: leaver.refresh } },
    ];
    const [written, [closed]] = (await atOnce(writes, [closing(leaver)])) as [string[], [string]];
    expect(closed, String(written)).toBe('done');
    expect(written.filter((answer) => !['done', 'no_session', 'session_ended'].includes(answer))).toEqual([]);
    await testServices.runJobs();
    await services.db.execute(sql`delete from mailbox where "to" = ${leaver.email}`);
    expect(await columnsWith(services.db, [leaver.username, leaver.email, marked])).toEqual([]);
    expect(refusalOf(await api.call(getProfile, {}, { bearer: leaver.bearer }))).toBe('no_session');
  }
  expect(await services.db.$count(dataExports)).toBe(0);
  await expectWhole();
});

test(`whoever signs up with the address while its account is closed is expected in the end, ${ROUNDS} times`, async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const leaver = await newLeaver();
    const username = leaver.username.replace('leaving', 'coming');
    const sign = async () => ({
      path: signUp.path,
      body: await fillSignUp(api, { username, email: leaver.email }),
    });
    const [[answer], [closed]] = (await atOnce([await sign()], [closing(leaver)])) as [[string], [string]];
    expect(closed).toBe('done');
    expect(['done', 'unavailable']).toContain(answer);
    const again = (await copies[0]!.ask([await sign()])) as string[];
    expect(['done', 'invalid']).toContain(again[0]);
    expect(await services.db.$count(signUps, sql`username = ${username} and email = ${leaver.email}`)).toBe(1);
  }
  await expectWhole();
});

test(`whoever signs up with the name while its account is closed doesn’t get it, ${ROUNDS} times`, async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const leaver = await newLeaver();
    const forms = await Promise.all(
      [1, 2, 3].map((time) =>
        fillSignUp(api, { username: leaver.username, email: `${randomUUID()}-${time}@demo.example` }),
      ),
    );
    const tries = forms.map((body) => ({ path: signUp.path, body }));
    const [answers, [closed]] = (await atOnce(tries, [closing(leaver)])) as [string[], [string]];
    expect([...new Set(answers), closed]).toEqual(['invalid', 'done']);
    expect((await rowOf(leaver.id)).username).toMatch(/^former-/);
    expect(await services.db.$count(members, sql`username = ${leaver.username}`)).toBe(0);
  }
  await expectWhole();
});
