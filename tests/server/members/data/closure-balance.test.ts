import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { closeAccount } from '#contracts/data.ts';
import type { InputOf } from '#contracts/contract.ts';
import { changePassword } from '#contracts/settings.ts';
import { findByLogin } from '#server/members/auth/find-member.ts';
import { memberPins, members, withdrawals } from '#server/db/schema/index.ts';
import { readBalance } from '#server/ledger/index.ts';
import { verifyLedger } from '#server/ledger/verify/verify-ledger.ts';
import { runCommand } from '#server/operator/run-command.ts';
import { dataOf, newAddress, refusalOf } from '../../../support/app/api.ts';
import { switchOn } from '../../../support/people/factor.ts';
import { GUEST_PASSWORD } from '../../../support/people/guests.ts';
import { brokenInvariants } from '../../../support/db/invariants.ts';
import { DEMO_PIN, giveMoney, WALLET } from '../../../support/people/money.ts';
import { openTestNode } from '../../../support/world/node.ts';
import { NEW_PASSWORD, saversOf } from '../../../support/people/saver.ts';
import { createTestServices } from '../../../support/app/services.ts';
import { withTerms } from '../finance/with-terms.ts';

const testNode = await openTestNode();
const testServices = await createTestServices({ node: testNode.node });
const { services, clock, runJobs } = testServices;
const { api, newSaver, stop } = saversOf(testServices);
const order = (...argv: string[]) => runCommand(services, [...argv, '--why', 'they left'], 'olga');
const owed = () => runCommand(services, ['members', 'owed'], 'olga');

type Input = Partial<InputOf<typeof closeAccount>>;
const PAY_OUT: Input = { money: 'pay_out', destination: WALLET, pin: DEMO_PIN };

/** A member with a PIN and this balance, with functions to close the account and inspect the rest. */
async function newLeaver(usdt: number) {
  const saver = await newSaver(BigInt(Math.round(usdt * 1e6)));
  const { id } = (await findByLogin(services.db, saver.username))!;
  const amount = usdt.toFixed(2);
  const close = (input: Input = {}, { uid = randomUUID() as string, by = api } = {}) =>
    by.call(
      closeAccount,
      { password: GUEST_PASSWORD, amount, ...input },
      { bearer: saver.bearer(), uid, address: newAddress() },
    );
  const rowOf = async () => (await services.db.select().from(members).where(eq(members.id, id)))[0]!;
  return {
    ...saver,
    id,
    close,
    rowOf,
    isClosed: async () => (await rowOf()).closedAt !== null,
    balance: () => readBalance(services.db, id),
    withdrawals: () => services.db.select().from(withdrawals).where(eq(withdrawals.memberId, id)),
  };
}

async function expectSound(): Promise<void> {
  expect(await brokenInvariants(services.db)).toEqual([]);
  expect((await verifyLedger(services)).findings).toEqual([]);
}

describe('a balance below the minimum', () => {
  test('is paid out whole when the account is closed, in one step', async () => {
    const leaver = await newLeaver(5);
    expect(await leaver.close({ ...PAY_OUT })).toEqual({ success: true, data: {} });
    expect(await leaver.withdrawals()).toMatchObject([{ amountMicros: 5_000_000n, destination: WALLET }]);
    await runJobs();
    expect(await leaver.withdrawals()).toMatchObject([{ state: 'completed', network: 'trc20' }]);
    expect(await leaver.balance()).toEqual({ availableMicros: 0n, heldMicros: 0n });
    const { username } = await leaver.rowOf();
    expect(username).toMatch(/^former-\d{12}$/);
    const [last, ...others] = (await leaver.mails()).toReversed();
    expect(last?.text).toContain('We’re sending 5.00 USDT to TMW46N…oWqe.');
    expect(last?.text).toContain(username);
    expect(others.map(({ subject }) => subject).filter((subject) => subject.includes('withdrawal'))).toEqual([]);
    await expectSound();
  });

  test('is left behind by whoever says so; it stays theirs, and the operator can still pay it out', async () => {
    const leaver = await newLeaver(5);
    expect(await leaver.close({ money: 'waive' })).toEqual({ success: true, data: {} });
    expect(await leaver.withdrawals()).toEqual([]);
    expect(await leaver.balance()).toEqual({ availableMicros: 5_000_000n, heldMicros: 0n });
    const { username } = await leaver.rowOf();
    expect((await leaver.mails()).at(-1)?.text).toContain(`You left 5.00 USDT behind.`);
    expect((await leaver.mails()).at(-1)?.text).toContain(username);
    await expectSound();
    expect(await owed()).toMatchObject({ data: { items: [{ username, amount: '5.00' }] } });
    expect(await order('members', 'pay-out', username, WALLET)).toMatchObject({ data: { state: 'approved' } });
    await expectSound();
  });

  test('can be left behind without a PIN, and paid out once there is one', async () => {
    const leaver = await newLeaver(5);
    await services.db.delete(memberPins).where(eq(memberPins.memberId, leaver.id));
    expect(refusalOf(await leaver.close({ ...PAY_OUT }))).toBe('pin_not_set');
    expect(await leaver.isClosed()).toBe(false);
    expect(refusalOf(await leaver.close({ money: 'waive' }))).toBe('done');
  });
});

describe('a larger balance', () => {
  test('waits for the operator from the set amount on; refused it is owed to its former owner', async () => {
    const leaver = await newLeaver(500);
    expect(refusalOf(await leaver.close({ ...PAY_OUT }))).toBe('done');
    const [row] = await leaver.withdrawals();
    expect(row).toMatchObject({ state: 'requested', amountMicros: 500_000_000n });
    await runJobs();
    expect(await leaver.balance()).toEqual({ availableMicros: 0n, heldMicros: 500_000_000n });
    expect(await order('withdrawals', 'reject', row!.id)).toHaveProperty('words');
    const { username } = await leaver.rowOf();
    expect(await owed()).toMatchObject({ data: { items: expect.arrayContaining([{ username, amount: '500.00' }]) } });
    expect(await order('members', 'pay-out', username, WALLET)).toMatchObject({ data: { state: 'requested' } });
    await expectSound();
  });

  test('above the daily limit is not kept back, but a person looks at it whatever the set amount', async () => {
    const by = withTerms(services, { dailyLimitMicros: 20_000_000n, autoApproveMicros: 1_000_000_000n });
    const leaver = await newLeaver(50);
    expect(refusalOf(await leaver.close({ ...PAY_OUT }, { by }))).toBe('done');
    expect(await leaver.withdrawals()).toMatchObject([{ state: 'requested', amountMicros: 50_000_000n }]);
    const within = await newLeaver(15);
    expect(refusalOf(await within.close({ ...PAY_OUT }, { by }))).toBe('done');
    expect(await within.withdrawals()).toMatchObject([{ state: 'approved' }]);
    await expectSound();
  });

  test('pays the fee, and is only left behind when the fee would take all of it', async () => {
    const by = withTerms(services, { feeMicros: 2_000_000n });
    const leaver = await newLeaver(5);
    expect(refusalOf(await leaver.close({ ...PAY_OUT }, { by }))).toBe('done');
    expect(await leaver.withdrawals()).toMatchObject([{ amountMicros: 5_000_000n, fee: 2_000_000n }]);
    const poor = await newLeaver(2);
    expect(refusalOf(await poor.close({ ...PAY_OUT }, { by }))).toBe('closure_fee');
    expect(refusalOf(await poor.close({ money: 'waive' }, { by }))).toBe('done');
    await expectSound();
  });
});

type Leaver = Awaited<ReturnType<typeof newLeaver>>;
type Refused = [string, string, Input, ((leaver: Leaver) => Promise<unknown>)?];

/** Refusals of withdrawals apply to this payout, except those of minimum and daily limit. */
const REFUSED: Refused[] = [
  ['nothing is said about it', 'closure_money', {}],
  ['another amount was shown', 'closure_amount', { ...PAY_OUT, amount: '4.99' }],
  ['another amount was shown to whoever leaves it', 'closure_amount', { money: 'waive', amount: '6.00' }],
  ['no amount was shown', 'closure_amount', { money: 'waive', amount: undefined as never }],
  ['no address is given', 'invalid', { money: 'pay_out', pin: DEMO_PIN }],
  ['the address has a fault', 'invalid', { ...PAY_OUT, destination: `${WALLET.slice(0, -1)}f` }],
  ['no PIN is given', 'invalid', { money: 'pay_out', destination: WALLET }],
  ['the password is wrong', 'invalid', { ...PAY_OUT, password: 'Wrong-4-horses' }],
  ['the PIN is wrong', 'pin_wrong', { ...PAY_OUT, pin: '9999' }],
  [
    'a code of the second factor is missing',
    'invalid',
    { ...PAY_OUT },
    ({ bearer }) => switchOn(api, testServices, bearer()),
  ],
  ['the PIN is locked', 'pin_closed', { ...PAY_OUT }, closePin],
  ['only saved addresses may be used, and it is none', 'invalid', { ...PAY_OUT }, ({ turn }) => turn('on')],
  ['the address was saved a moment ago', 'invalid', { ...PAY_OUT }, savedJustNow],
  ['the password was changed today', 'withdrawals_paused', { ...PAY_OUT, password: NEW_PASSWORD }, changeThePassword],
  ['“This wasn’t me” was chosen', 'withdrawals_stopped', { ...PAY_OUT }, pause],
  ['“This wasn’t me” was chosen, also to leave it', 'withdrawals_stopped', { money: 'waive' }, pause],
  [
    'a withdrawal is open',
    'closure_held',
    { ...PAY_OUT, amount: '1.00' },
    async (leaver) => {
      await giveMoney(services, leaver.username, 146_000_000n);
      dataOf(await leaver.withdraw({ amount: '150' }));
    },
  ],
];

async function closePin({ id }: Leaver): Promise<void> {
  await services.db
    .update(memberPins)
    .set({ closedAt: clock.now(), wrongTries: 10 })
    .where(eq(memberPins.memberId, id));
}

async function savedJustNow(leaver: Leaver): Promise<void> {
  dataOf(await leaver.turn('on'));
  dataOf(await leaver.save());
}

async function changeThePassword(leaver: Leaver): Promise<void> {
  const form = { old: GUEST_PASSWORD, new: NEW_PASSWORD, new_repeat: NEW_PASSWORD };
  dataOf(await api.call(changePassword, form, { bearer: leaver.bearer() }));
  await leaver.signIn(NEW_PASSWORD);
}

async function pause(leaver: Leaver): Promise<void> {
  dataOf(await leaver.save());
  dataOf(await stop(await leaver.stopToken()));
  await leaver.signIn();
}

test.each(REFUSED)('nothing is paid and nobody leaves while %s', async (_, code, input, prepare) => {
  const leaver = await newLeaver(5);
  await prepare?.(leaver);
  const before = { ...(await leaver.balance()), payouts: (await leaver.withdrawals()).length };
  expect(refusalOf(await leaver.close(input))).toBe(code);
  expect(await leaver.isClosed()).toBe(false);
  expect({ ...(await leaver.balance()), payouts: (await leaver.withdrawals()).length }).toEqual(before);
});

test('a saved address is taken once it may be used', async () => {
  const leaver = await newLeaver(5);
  await savedJustNow(leaver);
  clock.advance(24 * 3600);
  await leaver.signIn();
  expect(refusalOf(await leaver.close({ ...PAY_OUT }))).toBe('done');
});

test('a second factor’s code is asked for last, so a wrong PIN uses none up', async () => {
  const leaver = await newLeaver(5);
  const { code } = await switchOn(api, testServices, leaver.bearer());
  const now = code();
  expect(refusalOf(await leaver.close({ ...PAY_OUT, pin: '9999', code: now }))).toBe('pin_wrong');
  expect(refusalOf(await leaver.close({ ...PAY_OUT, code: now }))).toBe('done');
});

test('the same wrong PIN sent again with its uid is one try; wrong PINs here and at a withdrawal count together', async () => {
  const leaver = await newLeaver(500);
  const uid = randomUUID();
  const tries = async () =>
    (await services.db.select().from(memberPins).where(eq(memberPins.memberId, leaver.id)))[0]?.wrongTries;
  for (let times = 0; times < 3; times += 1) await leaver.close({ ...PAY_OUT, pin: '9999' }, { uid });
  expect(await tries()).toBe(1);
  expect(refusalOf(await leaver.withdraw({ pin: '9999' }))).toBe('pin_wrong');
  for (let times = 0; times < 3; times += 1) await leaver.close({ ...PAY_OUT, pin: '9999' });
  expect(await tries()).toBe(5);
  expect(refusalOf(await leaver.close({ ...PAY_OUT }))).toBe('pin_waits');
  expect(await leaver.isClosed()).toBe(false);
});

test('sent twice with one uid it is paid out once', async () => {
  const leaver = await newLeaver(5);
  const uid = randomUUID();
  const answers = await Promise.all([leaver.close({ ...PAY_OUT }, { uid }), leaver.close({ ...PAY_OUT }, { uid })]);
  expect(answers.map(refusalOf)).toContain('done');
  expect(await leaver.withdrawals()).toHaveLength(1);
  expect(refusalOf(await leaver.close({ ...PAY_OUT }, { uid }))).toBe('no_session');
  await expectSound();
});
