import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { closeAccount } from '#contracts/data.ts';
import { requestWithdrawal, setPin } from '#contracts/finance.ts';
import { type Transaction, withdrawPurchase } from '#contracts/transactions.ts';
import { DEMO_PASSWORD } from '#server/operator/seed/cast.ts';
import { purchaseWithdrawals } from '#server/db/schema/index.ts';
import { verifyLedger } from '#server/ledger/verify/verify-ledger.ts';
import { expirePlaces } from '#server/members/places/index.ts';
import { reconcileTransaction } from '#server/members/transactions/index.ts';
import { dataOf, refusalOf } from '../../../support/app/api.ts';
import { brokenInvariants } from '../../../support/db/invariants.ts';
import { everyday } from '../../../support/everyday.ts';
import { openMarket } from '../../../support/people/buy.ts';
import { DEMO_PIN, WALLET } from '../../../support/people/money.ts';
import { peopleBelow } from '../../../support/people/people.ts';
import { treeFaults } from '../places/tree.ts';

const ROUNDS = everyday(4, 20);
const market = await openMarket({ people: peopleBelow('anna', ROUNDS * 3, () => 0) });
const { api, services, clock, bearerOf, buy, state: simulator } = market;

const withdrawal = async (username: string, id: string) => {
  const bearer = await bearerOf(username);
  return () => api.call(withdrawPurchase, { id }, { bearer, uid: randomUUID() });
};
const countOf = async (id: string) =>
  (await services.db.select().from(purchaseWithdrawals).where(eq(purchaseWithdrawals.transactionId, id))).length;

async function expectWhole(): Promise<void> {
  expect(await brokenInvariants(services.db)).toEqual([]);
  expect(await treeFaults(services.db)).toEqual([]);
  expect((await verifyLedger(services)).findings).toEqual([]);
}

test('ten confirmations at once are one withdrawal with one refund', async () => {
  const { id } = await buy('ivan', 'licenses-1');
  const confirm = await withdrawal('ivan', id);
  const answers = await Promise.all(Array.from({ length: 10 }, confirm));
  expect(new Set(answers.map(refusalOf))).toEqual(new Set(['done']));
  expect(await countOf(id)).toBe(1);
  await expectWhole();
});

test('a withdrawal and the purchase that fills the place above: seats and closings agree whichever is first', async () => {
  for (let round = 1; round <= ROUNDS; round += 1) {
    const [leaver, buyer] = [`p${round}`, `p${ROUNDS + round}`];
    const { id } = await buy(leaver, 'licenses-1');
    const request = await market.request(buyer, 'licenses-1');
    await market.look(buyer, request.id);
    simulator.pay(request.id, { amount: request.price });
    const confirm = await withdrawal(leaver, id);
    const [answer] = await Promise.all([confirm(), reconcileTransaction(services, { transactionId: request.id })]);
    expect(refusalOf(answer)).toBe('done');
    expect((await market.look(buyer, request.id)).state).toBe('active');
  }
  await expectWhole();
});

test('a withdrawal while the place expires: it is withdrawn, once', async () => {
  await services.db.execute(sql`update plans set expiry_days = 2 where id = 'turbo-1'`);
  const bought: [string, Transaction][] = [];
  for (let round = 1; round <= ROUNDS; round += 1) bought.push([`p${round}`, await buy(`p${round}`, 'turbo-1')]);
  clock.advance(2 * 86_400);
  const confirms = await Promise.all(bought.map(([username, { id }]) => withdrawal(username, id)));
  await Promise.all([expirePlaces(services), ...confirms.map((confirm) => confirm()), expirePlaces(services)]);
  for (const [username, { id }] of bought) {
    expect((await market.look(username, id)).place?.closing).toBe('withdrawn');
    expect(await countOf(id)).toBe(1);
  }
  await expectWhole();
});

test('two payouts of one refund at once, beside the withdrawal: the refund leaves once', async () => {
  const input = { pin: DEMO_PIN, pin_repeat: DEMO_PIN, password: DEMO_PASSWORD };
  dataOf(await api.call(setPin, input, { bearer: await bearerOf('priya'), uid: randomUUID() }));
  const { id, price } = await buy('priya', 'licenses-1');
  const bearer = await bearerOf('priya');
  const payOut = () =>
    api.call(requestWithdrawal, { destination: WALLET, amount: price, pin: DEMO_PIN }, { bearer, uid: randomUUID() });
  const confirm = await withdrawal('priya', id);
  const answers = await Promise.all([payOut(), confirm(), payOut(), payOut()]);
  expect(answers[1]?.success).toBe(true);
  expect(answers.filter((answer, index) => index !== 1 && answer.success).length).toBeLessThanOrEqual(1);
  await payOut();
  await market.runJobs();
  await expectWhole();
  const { rows } = await services.db.execute<{ sent: string }>(sql`
    select coalesce(sum(w.refund), 0)::text as sent from withdrawals w join members m on m.id = w.member_id
    where m.username = 'priya'`);
  expect(rows[0]?.sent).toBe('100000000');
});

test('a withdrawal and closing the account at once: one of them, and no money is left behind', async () => {
  for (let round = 1; round <= ROUNDS; round += 1) {
    const username = `p${ROUNDS * 2 + round}`;
    const { id } = await buy(username, 'licenses-1');
    const confirm = await withdrawal(username, id);
    const bearer = await bearerOf(username);
    const [withdrawn, closed] = await Promise.all([
      confirm(),
      api.call(closeAccount, { password: DEMO_PASSWORD }, { bearer, uid: randomUUID() }),
    ]);
    expect([refusalOf(withdrawn), refusalOf(closed)]).toContain('done');
    expect(withdrawn.success && closed.success).toBe(false);
    expect(await countOf(id)).toBe(withdrawn.success ? 1 : 0);
  }
  await expectWhole();
});

test('money that arrives late for a withdrawn purchase goes to the balance', async () => {
  const { id } = await buy('marie', 'fast-money-1');
  const confirm = await withdrawal('marie', id);
  simulator.pay(id, { amount: '7.00' });
  await Promise.all([confirm(), reconcileTransaction(services, { transactionId: id })]);
  expect(await market.look('marie', id)).toMatchObject({ returned: '7.00', place: { closing: 'withdrawn' } });
  await expectWhole();
});

test('a withdrawal that is broken off half-way has done nothing', async () => {
  const { id, place } = await buy('root', 'fast-money-1');
  await services.db.execute(sql`alter table place_events add constraint broken check (kind <> 'withdrawn') not valid`);
  const confirm = await withdrawal('root', id);
  await confirm().catch(() => undefined);
  await services.db.execute(sql`alter table place_events drop constraint broken`);
  expect(await countOf(id)).toBe(0);
  expect((await market.look('root', id)).place).toEqual(place);
  await expectWhole();
  expect(refusalOf(await confirm())).toBe('done');
  await expectWhole();
});
