import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { getBalance, requestWithdrawal } from '#contracts/finance.ts';
import { getDestinations } from '#contracts/destinations.ts';
import { listNotices } from '#contracts/notices.ts';
import { listSecurityEvents } from '#contracts/second-factor.ts';
import { memberPins, members } from '#server/db/schema/index.ts';
import { clearPin } from '#server/members/finance/index.ts';
import { dataOf, refusalOf } from '../../../support/app/api.ts';
import { switchOn } from '../../../support/people/factor.ts';
import { GUEST_PASSWORD } from '../../../support/people/guests.ts';
import { DEMO_PIN, giveMoney, moneyCall, WALLET } from '../../../support/people/money.ts';
import { openTestNode } from '../../../support/world/node.ts';
import { saversOf } from '../../../support/people/saver.ts';
import { createTestServices } from '../../../support/app/services.ts';
import { memberOf } from '../../../support/app/stage.ts';
import { ownersOf } from '../settings/owner.ts';

const testNode = await openTestNode();
const testServices = await createTestServices({ node: testNode.node });
const { services, clock } = testServices;
const { api, newSaver } = saversOf(testServices);
const HOUR = 3600;

const termsOf = async (bearer: string) => dataOf(await api.call(getBalance, {}, { bearer })).withdrawal;
const later = (seconds: number) => new Date(clock.now().getTime() + seconds * 1000);
const noticesOf = async (bearer: string) =>
  dataOf(await api.call(listNotices, {}, { bearer })).items.map(({ kind }) => kind);

/** A member with a PIN and this amount, whose row the test can change. */
async function memberWith(amount: bigint) {
  const saver = await newSaver(amount);
  const { id } = await memberOf(testServices, saver.username);
  const isTheirs = eq(members.id, id);
  return {
    ...saver,
    change: (row: Partial<typeof members.$inferInsert>) => services.db.update(members).set(row).where(isTheirs),
    changePin: (row: Partial<typeof memberPins.$inferInsert>) =>
      services.db.update(memberPins).set(row).where(eq(memberPins.memberId, id)),
  };
}

test('without a PIN the form says that one comes first, and addresses can’t be changed yet', async () => {
  const { bearer } = await ownersOf(testServices).newOwner();
  expect(await termsOf(bearer)).toMatchObject({ can_request: false, reason: { code: 'pin_not_set', until: null } });
  expect(dataOf(await api.call(getDestinations, {}, { bearer })).proof).toBe('no_pin');
  const saver = await newSaver();
  expect((await saver.list()).proof).toBe('pin');
});

test('one below the smallest amount is too little, and the sentence names both', async () => {
  const member = await memberWith(9_999_999n);
  expect((await termsOf(member.bearer())).reason).toEqual({
    code: 'too_little',
    detail: expect.stringMatching(/10\.00 USDT.*9\.999999 USDT|9\.999999 USDT.*10\.00 USDT/),
    until: null,
  });
  await giveMoney(services, member.username, 1n);
  expect(await termsOf(member.bearer())).toMatchObject({ can_request: true, reason: null });
});

test('while a PIN waits the form says until when, to the second; a closed one has no end', async () => {
  const member = await memberWith(20_000_000n);
  const until = later(600);
  await member.changePin({ waitsUntil: until });
  expect((await termsOf(member.bearer())).reason).toMatchObject({ code: 'pin_waits', until: until.toISOString() });
  clock.advance(600);
  expect((await termsOf(member.bearer())).reason).toBeNull();
  await member.changePin({ wrongTries: 10, closedAt: clock.now() });
  expect((await termsOf(member.bearer())).reason).toMatchObject({ code: 'pin_closed', until: null });
});

test('of several pauses the one that lasts longest is told, whichever came first', async () => {
  const member = await memberWith(20_000_000n);
  const tell = async () => (await termsOf(member.bearer())).reason;
  await member.change({ passwordChangedAt: later(-HOUR), emailChangedAt: clock.now() });
  expect(await tell()).toMatchObject({ code: 'paused_email', until: later(24 * HOUR).toISOString() });
  await member.change({ passwordChangedAt: later(-HOUR), pinClearedAt: later(-2 * HOUR), emailChangedAt: null });
  expect(await tell()).toMatchObject({ code: 'paused_pin', until: later(70 * HOUR).toISOString() });
  await member.change({ pinClearedAt: later(-72 * HOUR), passwordChangedAt: null });
  expect(await tell()).toBeNull();
});

test('of saved addresses the first that is a day old ends the wait', async () => {
  const member = await memberWith(20_000_000n);
  dataOf(await member.turn('on', {}));
  const first = dataOf(await member.save());
  clock.advance(HOUR / 2);
  dataOf(await member.save({ destination: 'NodeNumber00000001' }));
  clock.advance(60);
  dataOf(await member.save({ destination: 'NodeNumber00000002' }));
  expect((await termsOf(member.bearer())).reason).toMatchObject({ code: 'no_destination', until: first.usable_at });
});

test('whoever has a second factor shows it for a new destination, and not where money has arrived', async () => {
  const member = await newSaver();
  expect(await termsOf(member.bearer())).toMatchObject({ known_destinations: null });
  dataOf(await member.withdraw());
  const factor = await switchOn(api, testServices, member.bearer());
  expect(await termsOf(member.bearer())).toMatchObject({ known_destinations: [] });
  const ask = async (destination: string, more = {}) => refusalOf(await member.withdraw({ destination, ...more }));
  const events = async () =>
    dataOf(await api.call(listSecurityEvents, {}, { bearer: member.bearer() })).items.map(({ kind }) => kind);
  // A withdrawal was requested to it, but has not arrived yet.
  expect(await ask(WALLET)).toBe('invalid');
  await testServices.runJobs();
  expect(await termsOf(member.bearer())).toMatchObject({ known_destinations: [WALLET] });
  const before = (await events()).filter((kind) => kind === 'destination-new').length;
  expect(await ask(WALLET)).toBe('done');
  expect((await events()).filter((kind) => kind === 'destination-new')).toHaveLength(before);
  expect(await ask('NodeNumber00000001')).toBe('invalid');
  clock.advance(30);
  expect(await ask('NodeNumber00000001', { code: factor.code() })).toBe('done');
  expect((await events()).filter((kind) => kind === 'destination-new')).toHaveLength(before + 1);
});

test('a right PIN forgets the wrong ones before it', async () => {
  const member = await memberWith(100_000_000n);
  const withdraw = (pin: string) =>
    moneyCall(api, requestWithdrawal, { destination: WALLET, amount: '10', pin }, { bearer: member.bearer() });
  const left = async () => {
    const answer = await withdraw('0000');
    return answer.success ? undefined : answer.error.fields?.['pin'];
  };
  expect([await left(), await left()]).toEqual([['Wrong PIN. 4 attempts left.'], ['Wrong PIN. 3 attempts left.']]);
  expect(refusalOf(await withdraw(DEMO_PIN))).toBe('done');
  expect(await left()).toEqual(['Wrong PIN. 4 attempts left.']);
});

test('the try that makes a PIN wait says how long, and its owner is told what became of it', async () => {
  const member = await memberWith(100_000_000n);
  const withdraw = () =>
    moneyCall(api, requestWithdrawal, { destination: WALLET, amount: '10', pin: '0000' }, { bearer: member.bearer() });
  await member.changePin({ wrongTries: 4 });
  expect(await withdraw()).toMatchObject({ error: { code: 'pin_waits', retryAfterSeconds: 900 } });
  expect((await noticesOf(member.bearer()))[0]).toBe('pin-waits');
  await member.changePin({ wrongTries: 9, waitsUntil: null });
  expect(refusalOf(await withdraw())).toBe('pin_closed');
  expect((await noticesOf(member.bearer()))[0]).toBe('pin-closed');
});

test('a PIN is taken away once; who had none is told nothing', async () => {
  const member = await newSaver();
  const who = await memberOf(testServices, member.username);
  const clear = () => services.transaction((tx) => clearPin(tx, services, who));
  expect([await clear(), await clear()]).toEqual([true, false]);
  const told = await noticesOf((await api.signIn(member.username, GUEST_PASSWORD)).access);
  expect(told.filter((kind) => kind === 'pin-cleared')).toHaveLength(1);
});
