import { randomUUID } from 'node:crypto';
import { desc, eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { closeAccount } from '#contracts/data.ts';
import { getDisclosure } from '#contracts/disclosure.ts';
import { cancelWithdrawal, getBalance, listHistory, requestWithdrawal, setPin } from '#contracts/finance.ts';
import { getBoard, requestPlace } from '#contracts/places.ts';
import { getTransaction, type Transaction, withdrawPurchase } from '#contracts/transactions.ts';
import { createApp } from '#server/http/calls/app.ts';
import { DEMO_PASSWORD } from '#server/operator/seed/cast.ts';
import { mailbox, mails, purchaseWithdrawals, transactions, withdrawals } from '#server/db/schema/index.ts';
import { verifyLedger } from '#server/ledger/verify/verify-ledger.ts';
import { expirePlaces } from '#server/members/places/index.ts';
import { reconcileTransaction } from '#server/members/transactions/index.ts';
import { apiOf, dataOf, newAddress, refusalOf } from '../../../support/app/api.ts';
import { openForger } from '../../ledger/forger.ts';
import { brokenInvariants } from '../../../support/db/invariants.ts';
import { DEMO_PIN, giveMoney, WALLET } from '../../../support/people/money.ts';
import { openMarket } from '../../../support/people/buy.ts';
import { peopleBelow } from '../../../support/people/people.ts';
import { treeFaults } from '../places/tree.ts';

const PEOPLE = 12;
const market = await openMarket({ people: peopleBelow('anna', PEOPLE, () => 0) });
const { api, services, clock, bearerOf, buy, state: simulator } = market;

const withdraw = async (username: string, id: string, uid = randomUUID()) =>
  api.call(withdrawPurchase, { id }, { bearer: await bearerOf(username), uid });
const balanceOf = async (username: string) =>
  dataOf(await api.call(getBalance, {}, { bearer: await bearerOf(username) }));
const historyOf = async (username: string) =>
  dataOf(await api.call(listHistory, {}, { bearer: await bearerOf(username) }));
const boardOf = async (username: string) =>
  dataOf(await api.call(getBoard, { platform: 'licenses' }, { bearer: await bearerOf(username) }));
const recorded = (id: string) =>
  services.db.select().from(purchaseWithdrawals).where(eq(purchaseWithdrawals.transactionId, id));
const moneyOut = async (username: string, amount: string) =>
  api.call(
    requestWithdrawal,
    { destination: WALLET, amount, pin: DEMO_PIN },
    { bearer: await bearerOf(username), uid: randomUUID() },
  );
const setPinOf = async (username: string) =>
  api.call(
    setPin,
    { pin: DEMO_PIN, pin_repeat: DEMO_PIN, password: DEMO_PASSWORD },
    { bearer: await bearerOf(username), uid: randomUUID() },
  );

async function expectWhole(): Promise<void> {
  expect(await brokenInvariants(services.db)).toEqual([]);
  expect(await treeFaults(services.db)).toEqual([]);
  expect((await verifyLedger(services)).findings).toEqual([]);
}

test('a member withdraws: the price is back, the seat is free, the plan is for sale again, twice changes nothing', async () => {
  const bought = await buy('anna', 'licenses-1');
  expect(bought).toMatchObject({ state: 'active', can_withdraw: true, withdrawal: { withdrawn_at: null } });
  expect(await market.isActive('anna')).toBe(true);
  const done = dataOf(await withdraw('anna', bought.id));
  expect(done).toMatchObject({
    can_withdraw: false,
    withdrawal: { withdrawn_at: clock.now().toISOString() },
    place: { closing: 'withdrawn' },
  });
  expect(dataOf(await withdraw('anna', bought.id))).toEqual(done);
  expect(await market.isActive('anna')).toBe(false);
  expect(await balanceOf('anna')).toMatchObject({ available: '100.00', held: '0.00', total: '0.00' });
  const { items, totals } = await historyOf('anna');
  expect(items[0]).toMatchObject({ kind: 'refund', amount: '100.00', origin: { transaction: { id: bought.id } } });
  expect(totals).toEqual({ earned: '0.00', paid_in: '100.00', went_out: '0.00', held: '0.00' });
  const { plans, places: mine } = await boardOf('anna');
  expect(plans.find(({ id }) => id === 'licenses-1')).toMatchObject({ state: 'available', place: null });
  expect(plans.find(({ id }) => id === 'licenses-2')?.state).toBe('previous_required');
  expect(mine).toEqual([]);
  expect((await buy('anna', 'licenses-1')).state).toBe('active');
  await expectWhole();
});

test('the same key is answered the same, another member and a stranger find nothing', async () => {
  const { id } = await buy('ivan', 'licenses-1');
  expect(refusalOf(await withdraw('marie', id))).toBe('not_found');
  expect(refusalOf(await withdraw('ivan', randomUUID()))).toBe('not_found');
  const uid = randomUUID();
  const answers = await Promise.all([withdraw('ivan', id, uid), withdraw('ivan', id, uid)]);
  expect(answers.filter(({ success }) => success).length).toBeGreaterThan(0);
  expect(dataOf(await withdraw('ivan', id, uid))).toEqual(dataOf(answers.find(({ success }) => success)!));
  expect(await recorded(id)).toHaveLength(1);
});

test('a request that is not paid has no contract to withdraw from', async () => {
  const { id } = await market.request('priya', 'turbo-1');
  expect(refusalOf(await withdraw('priya', id))).toBe('not_found');
});

test('day 14 at 23:59:59 works, day 15 at 00:00 does not; a later setting does not shorten it', async () => {
  const [inTime, late] = [await buy('p1', 'licenses-1'), await buy('p2', 'licenses-1')];
  const until = new Date(inTime.withdrawal?.until ?? '');
  const local = new Intl.DateTimeFormat('de-DE', { timeZone: services.config.timeZone, timeStyle: 'medium' });
  expect(local.format(until)).toBe('23:59:59');
  const shorter = { ...services, config: { ...services.config, purchases: { withdrawalDays: 1 } } };
  const shorterApi = apiOf(createApp(shorter));
  clock.advance((until.getTime() - clock.now().getTime()) / 1000);
  const bearer = await bearerOf('p1');
  dataOf(await shorterApi.call(withdrawPurchase, { id: inTime.id }, { bearer, uid: randomUUID() }));
  clock.advance(0.001);
  expect(refusalOf(await withdraw('p2', late.id))).toBe('purchase_withdrawal_over');
  expect(dataOf(await api.call(getTransaction, { id: late.id }, { bearer: await bearerOf('p2') }))).toMatchObject({
    can_withdraw: false,
  });
  // Repeating it later changes nothing either.
  expect(dataOf(await withdraw('p1', inTime.id)).withdrawal?.withdrawn_at).toBe(until.toISOString());
});

test('without days nothing of it shows, and no box is asked for', async () => {
  const none = { ...services, config: { ...services.config, purchases: { withdrawalDays: 0 } } };
  const noneApi = apiOf(createApp(none));
  const bearer = await bearerOf('p3');
  expect(dataOf(await noneApi.call(getBoard, { platform: 'turbo' }, { bearer })).withdrawal_days).toBe(0);
  const input = { platform: 'turbo', plan: 'turbo-1' } as const;
  const { id } = dataOf(await noneApi.call(requestPlace, input, { bearer, uid: randomUUID() })) as Transaction;
  await reconcileTransaction(none, { transactionId: id });
  const { missing } = dataOf(await noneApi.call(getTransaction, { id }, { bearer }));
  simulator.pay(id, { amount: missing });
  await reconcileTransaction(none, { transactionId: id });
  expect(dataOf(await noneApi.call(getTransaction, { id }, { bearer }))).toMatchObject({
    ...{ state: 'active', withdrawal: null, can_withdraw: false },
  });
  expect(refusalOf(await withdraw('p3', id))).toBe('not_found');
});

test('a place that is active at once needs the box; its time is stored', async () => {
  const answer = await market.ask('root', 'licenses-1', { at_once: false });
  expect(answer).toMatchObject({ error: { code: 'invalid', fields: { at_once: [expect.any(String)] } } });
  const { id } = await market.request('root', 'licenses-1');
  const [row] = await services.db.select().from(transactions).where(eq(transactions.id, id));
  expect(row?.immediateAt).toEqual(clock.now());
});

test('the e-mails have the last day with its link, then the declaration with date and time', async () => {
  const { id, withdrawal } = await buy('jonas', 'dreamx-1');
  await withdraw('jonas', id);
  await market.runJobs();
  const sent = await services.db
    .select({ kind: mails.kind, text: mailbox.text })
    .from(mailbox)
    .innerJoin(mails, eq(mails.id, mailbox.mailId))
    .where(eq(mails.aboutId, id))
    .orderBy(desc(mails.createdAt));
  const textOf = (kind: string) => sent.find((mail) => mail.kind === kind)?.text ?? '';
  const [day] = new Date(withdrawal?.until ?? '').toISOString().split('T');
  expect(textOf('place-opened')).toContain(`${day?.split('-').reverse().join('.')} 23:59`);
  expect(textOf('place-opened')).toContain(`/finance/transactions/${id}/withdrawal`);
  const [record] = await recorded(id);
  expect(textOf('purchase-withdrawn')).toContain(record?.statement);
  expect(record?.statement).toContain('X-0');
  const time = new Intl.DateTimeFormat('de-DE', { timeZone: services.config.timeZone, timeStyle: 'short' });
  expect(textOf('purchase-withdrawn')).toContain(time.format(record?.at));
});

test('a refund leaves below the minimum, without fee and daily limit, and does not count as a withdrawal', async () => {
  const withdrewBefore = dataOf(await api.call(getDisclosure, {}, { address: newAddress() })).money?.ever_withdrew ?? 0;
  await setPinOf('p5');
  const { id, price } = await buy('p5', 'dreamx-1');
  await withdraw('p5', id);
  const terms = { minimumMicros: 1_000_000_000n, feeMicros: 2_000_000n, dailyLimitMicros: 0n };
  const config = { ...services.config, withdrawals: { ...services.config.withdrawals, ...terms } };
  const strictApi = apiOf(createApp({ ...services, config }));
  const bearer = await bearerOf('p5');
  const { withdrawal } = dataOf(await strictApi.call(getBalance, {}, { bearer }));
  expect(withdrawal).toMatchObject({ refund: price, can_request: true });
  const order = { destination: WALLET, amount: price, pin: DEMO_PIN };
  const sent = dataOf(await strictApi.call(requestWithdrawal, order, { bearer, uid: randomUUID() }));
  expect(sent).toMatchObject({ fee: '0.00', arrives: price });
  await giveMoney(services, 'p5', 5_000_000n);
  const rest = await strictApi.call(requestWithdrawal, { ...order, amount: '5.00' }, { bearer, uid: randomUUID() });
  expect(rest).toMatchObject({ error: { fields: { amount: [expect.any(String)] } } });
  const [row] = await services.db.select().from(withdrawals).where(eq(withdrawals.id, sent.id));
  expect(row).toMatchObject({ refundMicros: row?.amountMicros });
  await market.runJobs();
  clock.advance(600);
  const { money } = dataOf(await api.call(getDisclosure, {}, { address: newAddress() }));
  expect(money?.ever_withdrew).toBe(withdrewBefore);
  await expectWhole();
});

test('a refund that was cancelled can be sent again, with earnings it pays its fee for the rest only', async () => {
  await setPinOf('p6');
  const { id } = await buy('p6', 'licenses-1');
  await withdraw('p6', id);
  await giveMoney(services, 'p6', 50_000_000n);
  const terms = { feeMicros: 2_000_000n };
  const config = { ...services.config, withdrawals: { ...services.config.withdrawals, ...terms } };
  const feeApi = apiOf(createApp({ ...services, config }));
  const bearer = await bearerOf('p6');
  const order = { destination: WALLET, amount: '150.00', pin: DEMO_PIN };
  const sent = dataOf(await feeApi.call(requestWithdrawal, order, { bearer, uid: randomUUID() }));
  expect(sent).toMatchObject({ fee: '2.00', arrives: '148.00', state: 'requested' });
  expect((await balanceOf('p6')).withdrawal.refund).toBe('0.00');
  const cancelled = await api.call(
    cancelWithdrawal,
    { id: sent.id },
    { bearer: await bearerOf('p6'), uid: randomUUID() },
  );
  expect(dataOf(cancelled).state).toBe('cancelled');
  expect((await balanceOf('p6')).withdrawal.refund).toBe('100.00');
  expect(dataOf(await moneyOut('p6', '3.00'))).toMatchObject({ fee: '0.00' });
  await expectWhole();
});

test('an expired place and a full one can be withdrawn; a full one above stays closed when a seat in it is freed', async () => {
  await services.db.execute(sql`update plans set expiry_days = 3 where id = 'fast-money-1'`);
  const names = ['anna', ...Array.from({ length: PEOPLE }, (_, index) => `p${index + 1}`)];
  const bought: (Transaction & { username: string })[] = [];
  for (const username of names) bought.push({ ...(await buy(username, 'fast-money-1')), username });
  const shown = await Promise.all(bought.map(({ id, username }) => market.look(username, id)));
  const top = shown.findIndex(({ place }) => place?.closing === 'full');
  const below = shown.findIndex(({ place }) => place?.above === shown[top]?.place?.number);
  const closed = { ...shown[top]!, username: names[top]! };
  const seat = { ...shown[below]!, username: names[below]! };
  dataOf(await withdraw(seat.username, seat.id));
  expect((await market.look(closed.username, closed.id)).place).toMatchObject({ closing: 'full' });
  await expectWhole();
  dataOf(await withdraw(closed.username, closed.id));
  await expectWhole();
  clock.advance(4 * 86_400);
  await expirePlaces(services);
  const rest = await Promise.all(bought.map(({ id, username }) => market.look(username, id)));
  const expired = rest.findIndex(({ place }) => place?.closing === 'expired');
  dataOf(await withdraw(names[expired]!, rest[expired]!.id));
  await expectWhole();
  // The next buyers take the freed seats first, with the places below them.
  for (const username of [closed.username, seat.username]) await buy(username, 'fast-money-1');
  await expectWhole();
});

test('the database refuses a refund without a record, a late record, and a freed seat without either', async () => {
  const { id, place } = await buy('p8', 'turbo-1');
  const refusedBy = async (statement: ReturnType<typeof sql>) =>
    services.db.execute(statement).then(
      () => 'done',
      (error: Error) => String(error.cause ?? error),
    );
  expect(
    await refusedBy(sql`update places set closing = 'withdrawn', closed_at = now() where id = ${place?.id}`),
  ).toMatch(/frees a seat/);
  expect(await refusedBy(sql`update transactions set withdraw_until = null where id = ${id}`)).toMatch(
    /time to withdraw/,
  );
  expect(
    await refusedBy(sql`
      insert into purchase_withdrawals (transaction_id, member_id, place_id, amount, refund_id, at, language, statement)
      select t.id, t.member_id, ${place?.id}, t.price, t.sale_id, now(), 'en', '' from transactions t where t.id = ${id}`),
  ).toMatch(/can not be withdrawn/);
  expect(await refusedBy(sql`delete from purchase_withdrawals`)).toMatch(/only added to/);
});

test('whoever closed the account can’t withdraw; a refund that came meanwhile changes what closing pays out', async () => {
  const { id } = await buy('p9', 'turbo-1');
  const bearer = await bearerOf('p9');
  dataOf(await api.call(closeAccount, { password: DEMO_PASSWORD }, { bearer, uid: randomUUID() }));
  expect(refusalOf(await api.call(withdrawPurchase, { id }, { bearer, uid: randomUUID() }))).toBe('no_session');
  const other = await buy('p10', 'turbo-1');
  dataOf(await withdraw('p10', other.id));
  const closing = { password: DEMO_PASSWORD };
  expect(refusalOf(await api.call(closeAccount, closing, { bearer: await bearerOf('p10'), uid: randomUUID() }))).toBe(
    'closure_money',
  );
  await expectWhole();
});

test('ledger verify finds a forged withdrawal: its record, its seat, its days, its refund', async () => {
  const { id } = await buy('p11', 'dreamx-1');
  dataOf(await withdraw('p11', id));
  await setPinOf('p11');
  dataOf(await moneyOut('p11', '4.00'));
  await expectWhole();
  const { forge, undo } = await openForger(services);
  const codesAfter = async (statement: string) => {
    await forge(statement);
    const { counts } = await verifyLedger(services);
    await undo();
    return Object.keys(counts);
  };
  const ofIt = `where transaction_id = '${id}'`;
  expect(await codesAfter(`delete from purchase_withdrawals ${ofIt}`)).toContain('transaction_refund');
  expect(await codesAfter(`update places set closing = null, closed_at = null ${ofIt}`)).toContain(
    'transaction_refund',
  );
  expect(await codesAfter(`update purchase_withdrawals set amount = 1 ${ofIt}`)).toContain('transaction_refund');
  expect(await codesAfter(`update purchase_withdrawals set at = at + interval '40 days' ${ofIt}`)).toContain(
    'transaction_refund',
  );
  expect(await codesAfter(`update withdrawals set refund = 0 where refund = 4000000`)).toContain('withdrawal_altered');
  expect(await codesAfter(`update purchase_withdrawals set amount = 1 where refund_id > 0`)).toContain(
    'withdrawal_refund',
  );
  await expectWhole();
});
