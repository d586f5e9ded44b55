import { eq, gte, isNotNull, type SQL, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { decideApproval, listApprovals } from '#contracts/console/approvals.ts';
import {
  getConsoleTransaction,
  listConsoleTransactions,
  refundOne,
  settleOne,
} from '#contracts/console/transactions.ts';
import {
  downloadBalances,
  downloadMoneyByDay,
  downloadGrowth,
  getBalances,
  getGrowth,
  getMoneyByDay,
  getReconciliation,
  listOwed,
} from '#contracts/console/reports.ts';
import { getOverview } from '#contracts/console/overview.ts';
import { toApiRequest } from '#contracts/call.ts';
import type { Contract, OutputOf } from '#contracts/contract.ts';
import type { Segment } from '#domain/announcements.ts';
import { microsOf, moneyText } from '#domain/money.ts';
import { members, transactions } from '#server/db/schema/index.ts';
import { countRecipients } from '#server/members/announcements/index.ts';
import { inProcess } from '#server/http/calls/transport.ts';
import type { Db } from '#server/db/connect.ts';
import * as owedAccounts from '#server/operator/console/owed.ts';
import { keepTotals } from '#server/ledger/index.ts';
import { dataOf, refusalOf } from '../../../support/app/api.ts';
import { openMarket } from '../../../support/people/buy.ts';
import { giveMoney } from '../../../support/people/money.ts';
import { openConsole } from '../../../support/people/staff.ts';

const market = await openMarket();
const { clock, look, request, services } = market;
const console_ = await openConsole(market);
let fiona = await console_.signIn('fiona');
let sam = await console_.signIn('sam');
/** Total paid by members, in USDT. */
let paidInAll = 0;

/** A request for which this amount came, in time or too late. */
async function paid(username: string, plan: string, amount: string, { isLate = false, currency = 'USDT' } = {}) {
  const { id } = await request(username, plan);
  await look(username, id);
  if (isLate) {
    clock.advance(3_601);
    // The staff sessions have expired by now.
    fiona = await console_.signIn('fiona');
    sam = await console_.signIn('sam');
  }
  market.state.pay(id, { amount, currency, at: clock.now() });
  await look(username, id);
  if (currency === 'USDT') paidInAll += Number(amount);
  return id;
}

async function listed(asked: Record<string, string>): Promise<string[]> {
  return dataOf(await fiona.call(listConsoleTransactions, asked)).items.map(({ id }) => id);
}

async function file(contract: Contract): Promise<string> {
  const request_ = toApiRequest(contract, {}, 'en');
  request_.headers['authorization'] = `Bearer ${fiona.token}`;
  const { stream } = await inProcess(market.app)(request_, { address: '', userAgent: '', requestId: 'test' });
  return stream ? new Response(stream).text() : '';
}

const late = await paid('marie', 'licenses-1', '100.00', { isLate: true });
const partial = await paid('ivan', 'licenses-1', '40.00');
const over = await paid('priya', 'licenses-1', '120.00');
const other = await paid('jonas', 'licenses-1', '100.00', { currency: 'BTC' });

test('each mark finds what somebody may want to look at, and it stands in the row', async () => {
  expect(await listed({ mark: 'late' })).toEqual([late]);
  expect(await listed({ mark: 'partial' })).toEqual([partial]);
  expect(await listed({ mark: 'over' })).toEqual([over]);
  expect(await listed({ mark: 'other_currency' })).toEqual([other]);
  const { items } = dataOf(await fiona.call(listConsoleTransactions, { search: 'mar' }));
  expect(items).toMatchObject([{ id: late, username: 'marie', marks: ['late'], can_settle: true, can_refund: true }]);
});

test('they are found by an id, a plan and a username, and sorted both ways by pages that miss none', async () => {
  expect(await listed({ search: partial.toUpperCase() })).toEqual([partial]);
  expect((await listed({ search: 'licenses-1' })).toSorted()).toEqual([late, partial, over, other].toSorted());
  expect(await listed({ search: 'iv' })).toEqual([partial]);
  expect(await listed({ search: '%' })).toEqual([]);
  const all = await market.services.db.select({ id: transactions.id }).from(transactions);
  for (const sort of ['created_at', '-created_at', 'price', '-price'] as const) {
    const seen: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const page: OutputOf<typeof listConsoleTransactions> = dataOf(
        await fiona.call(listConsoleTransactions, { sort, limit: '1', cursor }),
      );
      seen.push(...page.items.map(({ id }) => id));
      cursor = page.next;
    }
    expect(seen.toSorted()).toEqual(all.map(({ id }) => id).toSorted());
  }
});

test('the one that was paid late is opened by one person, who stands in its steps and in the log', async () => {
  const slow = await paid('anna', 'turbo-1', '50.00', { isLate: true });
  expect(refusalOf(await sam.call(settleOne, { id: slow, reason: 'x' }))).toBe('not_able');
  expect(refusalOf(await fiona.call(settleOne, { id: partial, reason: 'x' }))).toBe('transaction_moved_on');
  const said = await Promise.all([fiona, fiona].map((one) => one.call(settleOne, { id: slow, reason: 'slow bank' })));
  expect(said.map(refusalOf).toSorted()).toEqual(['done', 'transaction_moved_on']);
  const card = dataOf(await sam.call(getConsoleTransaction, { id: slow }));
  expect(card.transaction).toMatchObject({ state: 'active', can_settle: false, can_refund: false });
  expect(card.steps.at(-1)).toMatchObject({ state: 'active', actor: 'Fiona Marsh' });
  expect(card.payments).toMatchObject([{ amount: '50.00', currency: 'USDT' }]);
  expect((await console_.log())[0]).toMatchObject({ action: 'transactions settle', subject: `transaction:${slow}` });
});

test('what was paid in part goes back to its member', async () => {
  const { id: half } = await request('anna', 'dreamx-1');
  const unpaid = dataOf(await fiona.call(getConsoleTransaction, { id: half }));
  expect(unpaid.transaction).toMatchObject({ paid: '0.00', can_refund: false });
  await look('anna', half);
  market.state.pay(half, { amount: '40.00', currency: 'USDT', at: clock.now() });
  await look('anna', half);
  paidInAll += 40;
  const done = dataOf(await fiona.call(refundOne, { id: half, reason: 'asked for it' }));
  expect(done).toMatchObject({ outcome: 'done', transaction: { state: 'cancelled', returned: '40.00' } });
});

test('a large refund waits for a second person, and the money moves with their approval', async () => {
  const large = await paid('root', 'dreamx-1', '1000.00', { isLate: true });
  const decider = await console_.signIn('artur');
  const asked = dataOf(await fiona.call(refundOne, { id: large, reason: 'never again' }));
  expect(asked).toMatchObject({ outcome: 'waiting', transaction: { state: 'paid_late', waits_for_second: true } });
  const [approval] = dataOf(await decider.call(listApprovals, {})).items;
  expect(approval).toMatchObject({ action: 'transactions refund', subject: large, amount: '1000.00' });
  dataOf(await decider.call(decideApproval, { id: approval!.id, decision: 'approve', reason: 'right' }));
  const card = dataOf(await fiona.call(getConsoleTransaction, { id: large }));
  expect(card.transaction).toMatchObject({ state: 'cancelled', returned: '1000.00', waits_for_second: false });
});

test('the reports come to the same as the ledger, and all accounts to nothing together', async () => {
  const balances = dataOf(await fiona.call(getBalances, {}));
  expect(balances).toMatchObject({ sum: '0.00', members_with_money: null });
  await keepTotals(market.services);
  const counted = dataOf(await fiona.call(getBalances, {}));
  expect(counted).toEqual({ ...balances, members_with_money: { count: expect.any(Number), at: expect.any(String) } });
  expect(refusalOf(await sam.call(getBalances, {}))).toBe('not_able');
  const money = dataOf(await fiona.call(getMoneyByDay, {}));
  expect(money.items).toHaveLength(30);
  const { items } = dataOf(await fiona.call(listConsoleTransactions, {}));
  const sold = items.filter(({ state }) => state === 'active').map(({ price }) => Number(price));
  expect(Number(money.total.in)).toBe(paidInAll);
  expect(Number(money.total.sales)).toBe(sold.reduce((sum, price) => sum + price));
  const { days: shown } = dataOf(await fiona.call(getOverview, {}));
  expect(shown).toEqual(money.items.map(({ day, in: came, out }) => ({ day, in: came, out })));
  const growth = dataOf(await fiona.call(getGrowth, {}));
  expect(growth.items.map(({ is_running: isRunning }) => isRunning)).toEqual([...Array(11).fill(false), true]);
  const sumOf = (amounts: readonly string[]) => amounts.reduce((sum, amount) => sum + Number(amount), 0);
  expect(sumOf(growth.items.map(({ sales }) => sales))).toBe(Number(money.total.sales));
  expect(sumOf(growth.plans.map(({ amount }) => amount))).toBe(Number(money.total.sales));
  const firsts = await services.db.execute<{ count: number }>(sql`
    select count(distinct t.member_id)::integer as count from transactions t join plans on plans.id = t.plan_id
    where t.sale_id is not null and plans.platform = 'licenses'`);
  expect(growth.items.reduce((sum, { activated }) => sum + activated, 0)).toBe(firsts.rows[0]?.count);
  const monday = growth.items[0]!.week;
  const joined = await services.db.$count(members, gte(members.registeredOn, monday));
  expect(growth.items.reduce((sum, { registered }) => sum + registered, 0)).toBe(joined);
  await services.db.update(members).set({ closedAt: clock.now() }).where(eq(members.username, 'marie'));
  expect(dataOf(await fiona.call(getGrowth, { weeks: '26' })).items.at(-1)).toMatchObject({
    left: 1,
    is_running: true,
  });
  await services.db.update(members).set({ closedAt: null }).where(eq(members.username, 'marie'));
  expect(refusalOf(await sam.call(getGrowth, {}))).toBe('not_able');
  const weeks = (await file(downloadGrowth)).trimEnd().split('\r\n');
  expect([weeks[0], weeks.length]).toEqual([
    'week,registered,activated,left,plan,sold,sales',
    1 + 12 + growth.items.reduce((sum, { plans }) => sum + plans.length, 0),
  ]);
  const days = (await file(downloadMoneyByDay)).split('\r\n');
  expect([days[0], days.length]).toEqual(['day,in,out,accrued,fees,sales', 32]);
  expect(await file(downloadBalances)).toMatch(/\r\nivan,0\.00,40\.00\r\n/);
});

test('what is owed to former members is listed by size, with number and sum, and read by an index', async () => {
  const owed = (input: Record<string, string> = {}) => fiona.call(listOwed, input);
  expect(dataOf(await owed())).toEqual({ items: [], next: null, total: { count: 0, is_more: false, amount: '0.00' } });
  const sums = { marie: 3_000_001n, priya: 90_000_000n, jonas: 0n };
  for (const [username, micros] of Object.entries(sums)) {
    if (micros > 0n) await giveMoney(services, username, micros);
    await services.db.update(members).set({ closedAt: clock.now() }).where(eq(members.username, username));
  }
  const first = dataOf(await owed({ limit: '1' }));
  expect(first.items).toMatchObject([{ username: 'priya', closed_at: clock.now().toISOString(), held: '0.00' }]);
  const second = dataOf(await owed({ limit: '1', cursor: first.next! }));
  expect(second).toMatchObject({ items: [{ username: 'marie' }], next: null });
  const rows = [...first.items, ...second.items];
  const sum = rows.reduce((micros, { available, held }) => micros + microsOf(available) + microsOf(held), 0n);
  for (const { total } of [first, second]) expect(total).toEqual({ count: 2, is_more: false, amount: moneyText(sum) });
  expect(refusalOf(await owed({ cursor: 'x' }))).toBe('invalid');
  expect(refusalOf(await sam.call(listOwed, {}))).toBe('not_able');
  const plan = await services.transaction(async (tx) => {
    await tx.execute(sql`set local enable_seqscan = off`);
    let explained = '';
    const execute = async (query: SQL) => {
      explained = JSON.stringify((await tx.execute(sql`explain ${query}`)).rows);
      return { rows: [{ count: 0, sum: '0', id: null }] };
    };
    await owedAccounts.list({ db: { execute } as unknown as Db }, {});
    return explained;
  });
  expect(plan).toMatch(/members_closed/);
  expect(plan).toContain('ledger_accounts_member');
  await services.db.update(members).set({ closedAt: null }).where(isNotNull(members.closedAt));
});

test('an announcement to a plan reaches those who have an open place of it, and nobody else', async () => {
  const { rows } = await services.db.execute<{ plan: string; owners: number }>(sql`
    select plan_id as plan, count(distinct member_id)::integer as owners from places where closed_at is null group by 1`);
  expect(rows.length).toBeGreaterThan(0);
  const everybody: Segment = { languages: [], statuses: [], activity: 'all', plan: '' };
  for (const { plan, owners } of rows) {
    expect(await countRecipients(services.db, { ...everybody, plan })).toEqual({ members: owners, emails: owners });
  }
  expect(await countRecipients(services.db, { ...everybody, plan: 'no-such-plan' })).toEqual({ members: 0, emails: 0 });
});

test('the node is asked for each payment, and says when it has another one, none, or nothing at all', async () => {
  const compared = async () => {
    const { items } = dataOf(await fiona.call(getReconciliation, { kind: 'payments' }));
    return new Map(items.map((item) => [item.id, item]));
  };
  const before = await compared();
  expect(before.get(late)).toMatchObject({ recorded: '100.00', ledger: '100.00', node: '100.00', verdict: 'same' });
  expect(new Set([...before.values()].map(({ verdict }) => verdict))).toEqual(new Set(['same']));
  market.state.pay(over, { amount: '5.00', at: clock.now() });
  expect((await compared()).get(over)).toMatchObject({ recorded: '120.00', node: '125.00', verdict: 'differs' });
  await market.stop();
  expect([...(await compared()).values()].every(({ verdict }) => verdict === 'unknown')).toBe(true);
  await market.start();
});
