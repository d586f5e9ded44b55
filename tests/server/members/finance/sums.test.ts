import { sql } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { getConsoleMember } from '#contracts/console/members.ts';
import { getDisclosure } from '#contracts/disclosure.ts';
import { getEarnings } from '#contracts/earnings.ts';
import { getBalance, getStatement, listHistory } from '#contracts/finance.ts';
import { HISTORY_FILTERS, type HistoryFilter } from '#domain/history.ts';
import { moneyText, negated } from '#domain/money.ts';
import { isRefused } from '#domain/refusals.ts';
import type { Person } from '#server/operator/seed/cast.ts';
import { seededRandom } from '#server/operator/seed/seeded-random.ts';
import { findByLogin } from '#server/members/auth/find-member.ts';
import {
  approveWithdrawal,
  beginSending,
  completeWithdrawal,
  lockWithdrawal,
  returnWithdrawal,
} from '#server/members/finance/move-withdrawal.ts';
import { openWithdrawal } from '#server/members/finance/request-withdrawal.ts';
import { cancelTransaction, lockTransaction } from '#server/members/transactions/move-transaction.ts';
import { dataOf, newAddress } from '../../../support/app/api.ts';
import { openMarket } from '../../../support/people/buy.ts';
import { postAccruals, WALLET } from '../../../support/people/money.ts';
import { rawCall } from '../../../support/app/raw-call.ts';
import { openConsole } from '../../../support/people/staff.ts';
import { exportOf } from '../data/unzip.ts';

const random = seededRandom(Number(process.env['SEED'] ?? 7));
const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
const micros = (most: number) => BigInt(1 + Math.floor(random() * most * 1e6));

/** A random tree. Each member later gets money in every possible way. */
const PEOPLE: Person[] = Array.from({ length: 8 }, (_, index) => ({
  username: index === 0 ? 'root' : `member-${index}`,
  name: `Member ${index}`,
  language: 'en',
  inviter: index === 0 ? undefined : index === 1 ? 'root' : `member-${1 + Math.floor(random() * (index - 1))}`,
  careerStatus: 'none',
  active: true,
  registeredDaysAgo: 300 - index,
}));

const market = await openMarket({ people: PEOPLE });
const { api, app, services, clock, bearerOf, buy, request, look, state: node } = market;
const feeMicros = 1_500_000n;
const terms = { ...services.config.withdrawals, feeMicros };
const withFee = { ...services, config: { ...services.config, withdrawals: terms } };

type Sums = { earned: bigint; paid_in: bigint; went_out: bigint; held: bigint };
type Asked = { from?: string; to?: string; kind?: HistoryFilter };

async function withdraw(username: string): Promise<void> {
  const member = (await findByLogin(services.db, username))!;
  const order = { destination: WALLET, network: 'trc20', amountMicros: 2_000_000n + micros(120) } as const;
  const row = await services.transaction((tx) => openWithdrawal(tx, withFee, member, order));
  if (isRefused(row)) return;
  clock.advance(pick([60, 100_000]));
  const end = pick(['open', 'cancelled', 'rejected', 'sending', 'failed', 'completed'] as const);
  await services.transaction(async (tx) => {
    const locked = (await lockWithdrawal(tx, row.id))!;
    if (end === 'open') return;
    if (end === 'cancelled' && locked.state === 'requested') {
      await returnWithdrawal(tx, withFee, locked, 'member', { state: 'cancelled' });
      return;
    }
    if (end === 'rejected' || end === 'cancelled') {
      await returnWithdrawal(tx, withFee, locked, 'operator:test', { state: 'rejected', reason: 'no' });
      return;
    }
    const approved =
      locked.state === 'requested' ? await approveWithdrawal(tx, withFee, locked, 'operator:test') : locked;
    const sending = await beginSending(tx, withFee, approved as typeof locked);
    if (isRefused(sending) || end === 'sending') return;
    if (end === 'failed') await returnWithdrawal(tx, withFee, sending, 'node', { state: 'failed', reason: 'other' });
    else await completeWithdrawal(tx, withFee, sending, `chain-${row.id}`);
  });
}

/** Pays exactly, too much, in two parts on two days, or too little; the last is cancelled later or left open. */
async function pay(username: string): Promise<void> {
  const how = pick(['exactly', 'too much', 'in parts', 'cancelled', 'open'] as const);
  const plan = pick(['licenses-1', 'turbo-1', 'fast-money-1']);
  if (how === 'exactly') return void (await buy(username, plan));
  const { id, missing } = await request(username, plan);
  await look(username, id);
  const price = Number(missing) || 50;
  const put = async (amount: number) => {
    node.pay(id, { amount: amount.toFixed(2), at: clock.now() });
    await look(username, id);
  };
  if (how === 'too much') return put(price + 12.34);
  await put(5.5);
  if (how === 'open') return;
  clock.advance(how === 'in parts' ? 1_800 : 200_000);
  if (how === 'in parts') return put(price);
  const member = (await findByLogin(services.db, username))!;
  await services.transaction(async (tx) => {
    await cancelTransaction(tx, services, await lockTransaction(tx, { id, memberId: member.id }), 'member');
  });
}

beforeAll(async () => {
  for (let step = 0; step < 60; step += 1) {
    const { username } = pick(PEOPLE);
    clock.advance(pick([600, 40_000]));
    const kind = random();
    if (kind < 0.4) {
      await postAccruals(services, username, [{ micros: micros(150), details: { reason: 'earnings' } }]);
    } else if (kind < 0.5) {
      const few = [{ micros: random() < 0.5 ? -micros(4) : micros(4), details: {}, kind: 'correction' } as const];
      await postAccruals(services, username, few).catch((error: Error) => expect(error.message).toMatch(/has less/));
    } else if (kind < 0.75) {
      await withdraw(username);
    } else {
      await pay(username).catch((error: Error) => expect(error.message).toMatch(/unfinished|bought|previous/));
    }
  }
});

type Entry = { key: string; kind: string; account: string; amount: bigint; day: string; about: string };

async function entriesOf(username: string): Promise<Entry[]> {
  const { rows } = await services.db.execute<Omit<Entry, 'amount'> & { amount: string }>(sql`
    select t.key, t.kind, a.kind as account, e.amount, e.day::text as day, split_part(t.key, ':', 2) as about
    from ledger_transfers t join ledger_entries e on e.transfer_id = t.id join ledger_accounts a on a.id = e.account_id
    where t.member_id = (select id from members where username = ${username}) order by e.id`);
  return rows.map((row) => ({ ...row, amount: BigInt(row.amount) }));
}

/** Adds up the sums from ledger entries alone. */
function addUp(entries: readonly Entry[], { from = '', to = '9999', kind }: Asked): Sums {
  const sums: Sums = { earned: 0n, paid_in: 0n, went_out: 0n, held: 0n };
  const isKind = (...some: HistoryFilter[]) => kind === undefined || some.includes(kind);
  for (const { key, account, amount, about, day, ...entry } of entries) {
    if (account !== 'available' || day < from || day > to) continue;
    if (entry.kind === 'accrual' && isKind('accrual', 'earned', 'result')) sums.earned += amount;
    if (entry.kind === 'correction' && isKind('correction', 'earned', 'result')) sums.earned += amount;
    if (entry.kind === 'deposit' && isKind('deposit')) sums.paid_in += amount;
    const others = entries.filter((other) => other.about === about && other.key !== key);
    if (entry.kind === 'hold' && isKind('withdrawal')) {
      const end = others.find((other) => other.key.endsWith(':end'))?.kind;
      if (end === 'payout') sums.went_out -= amount;
      if (end === undefined) sums.held -= amount;
    }
    if (entry.kind === 'hold' && (kind === 'paid' || kind === 'result')) {
      const fee = entries.find((other) => other.about === about && other.account === 'fees');
      sums.went_out += fee?.amount ?? 0n;
    }
    if (entry.kind === 'purchase' && isKind('purchase', 'paid', 'result')) {
      const onHold = entries.filter((other) => other.about === about && other.account === 'held');
      const isSold = onHold.some((other) => other.kind === 'sale');
      if (isSold) sums.went_out -= amount;
      else if (onHold.reduce((sum, other) => sum + other.amount, 0n) > 0n) sums.held -= amount;
    }
  }
  return sums;
}

const textsOf = ({ earned, paid_in, went_out, held }: Sums) => ({
  earned: moneyText(earned),
  paid_in: moneyText(paid_in),
  went_out: moneyText(went_out),
  held: moneyText(held),
});

function randomRanges(entries: readonly Entry[]): Asked[] {
  const days = [...new Set(entries.map(({ day }) => day))].toSorted();
  const [one = '2026-01-01', other = one] = [pick(days), pick(days)].toSorted();
  return [{}, { from: one, to: other }, { from: other }];
}

test.each(PEOPLE.map(({ username }) => username))(
  'the sums that %s reads are those of the ledger, for every period and kind, in the API and the CSV',
  async (username) => {
    const entries = await entriesOf(username);
    for (const range of randomRanges(entries)) {
      const bearer = await bearerOf(username);
      for (const kind of [undefined, ...HISTORY_FILTERS]) {
        const asked = { ...range, ...(kind && { kind }) };
        const right = textsOf(addUp(entries, asked));
        const { totals } = dataOf(await api.call(listHistory, asked, { bearer }));
        expect({ asked, totals }).toEqual({ asked, totals: right });
        for (const sum of [totals.went_out, totals.held]) expect(sum, JSON.stringify(asked)).not.toMatch(/^-/);
      }
      const query = new URLSearchParams(range).toString();
      const headers = { authorization: `Bearer ${bearer}`, 'accept-language': 'en' };
      const { text } = await rawCall(app, `${getStatement.path}?${query}`, { headers });
      const [earned, paidIn, wentOut, held] = text.trimEnd().split('\r\n').slice(-4);
      const right = textsOf(addUp(entries, range));
      expect(earned).toBe(`,Earned,,,${right.earned},`);
      expect(paidIn).toBe(`,Paid in by you,,,${right.paid_in},`);
      expect(wentOut).toBe(`,"Places, withdrawals, fees",,,${negated(right.went_out)},`);
      expect(held).toBe(`,On hold,,,${right.held},`);
    }
  },
);

test('over all time earned, paid in and went out make up everyone’s balance, and agree at the console and in the file', async () => {
  const fiona = await (await openConsole(market)).signIn('fiona');
  const all: Sums = { earned: 0n, paid_in: 0n, went_out: 0n, held: 0n };
  for (const { username } of PEOPLE) {
    const entries = await entriesOf(username);
    const sums = addUp(entries, {});
    const of = (account: string) =>
      entries.filter((entry) => entry.account === account).reduce((sum, { amount }) => sum + amount, 0n);
    const balance = of('available') + of('held');
    expect(sums.earned + sums.paid_in - sums.went_out, username).toBe(balance);
    expect(sums.went_out, username).toBe(of('sales') + of('payouts') + of('fees'));
    expect(sums.held, username).toBe(of('held'));
    for (const name of ['earned', 'paid_in', 'went_out', 'held'] as const) all[name] += sums[name];

    const right = textsOf(sums);
    const bearer = await bearerOf(username);
    const told = dataOf(await api.call(getBalance, {}, { bearer }));
    expect(told).toMatchObject({ total: right.earned, held: right.held, available: moneyText(of('available')) });
    expect(dataOf(await api.call(getEarnings, {}, { bearer })).earned).toBe(right.earned);
    const { held: _, ...shown } = right;
    expect(dataOf(await fiona.call(getConsoleMember, { username })).sums).toEqual(shown);
    expect((await exportOf(app, bearer)).rowsOf('totals')).toEqual([right]);
  }
  // The random year contains all kinds.
  for (const name of ['earned', 'paid_in', 'went_out', 'held'] as const) expect(all[name], name).toBeGreaterThan(0n);
});

/** From the entries alone: credits without deposits, less what was sold and charged. */
function resultIn(entries: readonly Entry[]): { total: bigint; paid: bigint; result: bigint } {
  const sumOf = (is: (entry: Entry) => boolean) => entries.filter(is).reduce((sum, { amount }) => sum + amount, 0n);
  const total = sumOf(({ kind, account }) => ['accrual', 'correction'].includes(kind) && account === 'available');
  const paid = sumOf(({ account }) => account === 'sales' || account === 'fees');
  return { total, paid, result: total - paid };
}

test('everyone reads the result that the disclosure counts for them, and each part leads to its rows', async () => {
  const results: bigint[] = [];
  for (const { username } of PEOPLE) {
    const entries = await entriesOf(username);
    const { total, paid, result } = resultIn(entries);
    results.push(result);
    const bearer = await bearerOf(username);
    const right = { total: moneyText(total), paid: moneyText(paid), result: moneyText(result) };
    expect(dataOf(await api.call(getBalance, {}, { bearer })), username).toMatchObject(right);

    const rowsOf = async (kind: HistoryFilter) => {
      const { items, next, totals } = dataOf(await api.call(listHistory, { kind, limit: '100' }, { bearer }));
      expect(next).toBeNull();
      return { totals, rows: items.map((row) => row.id), kinds: new Set(items.map((row) => row.kind)) };
    };
    const all = dataOf(await api.call(listHistory, { limit: '100' }, { bearer })).items;
    const isEarned = ({ kind }: (typeof all)[number]) => kind === 'accrual' || kind === 'correction';
    const isPaid = ({ kind, details, origin }: (typeof all)[number]) =>
      kind === 'purchase' || (details.includes('fee 1.50') && origin.withdrawal?.state === 'completed');
    const ids = (is: (row: (typeof all)[number]) => boolean) => all.filter(is).map(({ id }) => id);
    expect((await rowsOf('earned')).rows).toEqual(ids(isEarned));
    expect((await rowsOf('paid')).rows).toEqual(ids(isPaid));
    expect((await rowsOf('result')).rows).toEqual(ids((row) => isEarned(row) || isPaid(row)));
    expect((await rowsOf('earned')).totals.earned).toBe(right.total);
    expect((await rowsOf('paid')).totals.went_out).toBe(right.paid);
    expect((await rowsOf('result')).totals).toMatchObject({ earned: right.total, went_out: right.paid });
  }
  clock.advance(600);
  const { money } = dataOf(await api.call(getDisclosure, {}, { address: newAddress() }));
  const sorted = results.toSorted((a, b) => (a < b ? -1 : 1));
  const at = (share: number) => moneyText(sorted[Math.ceil(sorted.length * share) - 1] ?? 0n);
  expect(money?.quartiles).toEqual({ lower: at(0.25), median: at(0.5), upper: at(0.75) });
  expect(new Set(sorted).size).toBeGreaterThan(4);
});
