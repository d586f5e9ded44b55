import { sql } from 'drizzle-orm';
import { afterEach, describe, expect, test } from 'vitest';
import { getDisclosure, getDisclosureFacts } from '#contracts/disclosure.ts';
import { moneyText } from '#domain/money.ts';
import { CAST } from '#server/operator/seed/cast.ts';
import { countMembers } from '#server/members/partner/count-members.ts';
import { createApp } from '#server/http/calls/app.ts';
import { apiOf, dataOf, newAddress } from '../../../support/app/api.ts';
import { openMarket } from '../../../support/people/buy.ts';
import { giveMoney } from '../../../support/people/money.ts';
import { completed, withdraw } from '../../ledger/busy-ledger.ts';
import { openForger } from '../../ledger/forger.ts';

const market = await openMarket();
const { api, state: simulator, buy, clock, services, look, request } = market;
const { undo } = await openForger(services);

/** Tests begin without purchases and earnings. */
afterEach(undo);

const moneyNow = async () => {
  clock.advance(600);
  return dataOf(await api.call(getDisclosure, {}, { address: newAddress() })).money;
};

/** Accruals and corrections minus sales and fees of each member, from the entries, lowest first. */
async function gains(): Promise<bigint[]> {
  const { rows } = await services.db.execute<{ gain: string }>(sql`
    select coalesce((
      select sum(case when t.kind in ('accrual', 'correction') and a.kind = 'available' then e.amount
        when a.kind in ('sales', 'fees') then -e.amount else 0 end)
      from ledger_transfers t join ledger_entries e on e.transfer_id = t.id join ledger_accounts a on a.id = e.account_id
      where t.member_id = m.id
    ), 0) as gain from members m`);
  return rows.map(({ gain }) => BigInt(gain)).toSorted((a, b) => (a < b ? -1 : 1));
}

async function twoBuy(): Promise<void> {
  for (const username of ['anna', 'ivan']) await buy(username, 'licenses-1');
}

/** One pays too little, which is held; the other too much, and the rest is returned. */
async function twoPayWhatIsNotThePrice(): Promise<void> {
  const { id } = await request('priya', 'licenses-1');
  await look('priya', id);
  simulator.pay(id, { amount: '60.00' });
  await look('priya', id);
  const large = await request('jonas', 'licenses-1');
  await look('jonas', large.id);
  simulator.pay(large.id, { amount: '500.00' });
  expect(await look('jonas', large.id)).toMatchObject({ returned: '400.00' });
}

async function threeEarn(): Promise<void> {
  await giveMoney(services, 'ivan', 350_000_000n);
  await giveMoney(services, 'marie', 80_000_000n);
  await giveMoney(services, 'root', 10_000_000n);
}

async function twoWithdraw(): Promise<void> {
  await completed(services, 'ivan', 50n);
  await completed(services, 'ivan', 20n);
  await withdraw(services, 'marie', 30n);
}

async function everything(): Promise<void> {
  for (const happen of [twoBuy, twoPayWhatIsNotThePrice, threeEarn, twoWithdraw]) await happen();
}

test('who buys a place and receives nothing has lost its price', async () => {
  await twoBuy();
  expect(await moneyNow()).toEqual({
    earned_nothing: CAST.length,
    ever_withdrew: 0,
    quartiles: { lower: '-100.00', median: '0.00', upper: '0.00' },
  });
});

test('the line for other pages comes from the stored count, never waits for a new one, and survives a restart', async () => {
  await twoBuy();
  const line = async (from = api) => dataOf(await from.call(getDisclosureFacts, {})).facts;
  const money = await moneyNow();
  const lost = { members: CAST.length, earned_nothing: money?.earned_nothing, median: money?.quartiles.median };
  expect(await line()).toEqual(lost);
  await giveMoney(services, 'ivan', 350_000_000n);
  clock.advance(3_000);
  expect(await line()).toEqual(lost);
  await expect.poll(() => line()).toEqual({ ...lost, earned_nothing: CAST.length - 1 });
  const restarted = apiOf(createApp(services));
  expect(await line(restarted)).toEqual({ ...lost, earned_nothing: CAST.length - 1 });
});

describe('money that only lies with us', () => {
  test('is neither received nor paid, whether it is held or given back', async () => {
    await twoBuy();
    const before = await moneyNow();
    await twoPayWhatIsNotThePrice();
    expect(await moneyNow()).toEqual({ ...before, quartiles: { ...before?.quartiles, median: '-100.00' } });
  });
});

test('earnings count when they are credited, and stay counted when they are withdrawn', async () => {
  await twoBuy();
  await threeEarn();
  const before = await moneyNow();
  expect(before).toMatchObject({ earned_nothing: CAST.length - 3, ever_withdrew: 0 });
  await twoWithdraw();
  expect(await moneyNow()).toEqual({ ...before, ever_withdrew: 1 });
});

test('who is counted in parts is counted once', async () => {
  await everything();
  for (const membersAtOnce of [1, 3, CAST.length]) {
    const { money } = await services.transaction((tx) => countMembers(tx, membersAtOnce));
    const { earned_nothing, quartiles } = (await moneyNow())!;
    expect(money).toMatchObject({ earnedNothing: earned_nothing });
    expect(money?.quartiles.map((micros) => moneyText(BigInt(micros)))).toEqual(Object.values(quartiles));
  }
});

test('the quartiles are those of all members, as a naive reader would find them', async () => {
  await everything();
  const sorted = await gains();
  const at = (share: number) => moneyText(sorted[Math.ceil(sorted.length * share) - 1] ?? 0n);
  expect((await moneyNow())?.quartiles).toEqual({ lower: at(0.25), median: at(0.5), upper: at(0.75) });
  expect(sorted.at(0)).toBe(-100_000_000n);
  expect(sorted.at(-1)).toBe(250_000_000n);
});
