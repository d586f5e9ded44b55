import { sql } from 'drizzle-orm';
import { expect, test, vi } from 'vitest';
import { moneyText } from '#domain/money.ts';
import { keepTotals, readTotals, sealLedgerAndLog } from '#server/ledger/index.ts';
import { verifyLedger } from '#server/ledger/verify/verify-ledger.ts';
import { giveMoney } from '../../support/people/money.ts';
import { createTestServices } from '../../support/app/services.ts';
import { completed, fillLedger, withdraw } from './busy-ledger.ts';

const { services } = await createTestServices();
await fillLedger(services);

/** Older transactions in any database of the server delay settling. */
const OTHERS_TRANSACTIONS = { timeout: 50_000, interval: 100 };

/** The work of the hourly job. */
async function keep(): Promise<void> {
  await sealLedgerAndLog(services);
  await keepTotals(services);
}

/** Repeats until totals are stored: sealed transfers settle after all concurrent transactions have ended. */
async function keepSettled(): Promise<void> {
  await vi.waitFor(async () => {
    await giveMoney(services, 'ivan', 1_000_000n);
    await keep();
    expect(await byTotals()).toEqual(await byEntries());
    expect((await kept()).settled).toBeGreaterThan(0);
  }, OTHERS_TRANSACTIONS);
}

async function byEntries(upto = Number.MAX_SAFE_INTEGER): Promise<Record<string, string>> {
  const { rows } = await services.pool.query<{ kind: string; amount: string }>(
    `select a.kind, sum(e.amount) as amount from ledger_entries e join ledger_accounts a on a.id = e.account_id
      where e.transfer_id <= $1 group by 1`,
    [upto],
  );
  return Object.fromEntries(rows.map(({ kind, amount }) => [kind, amount]));
}

async function byTotals(): Promise<Record<string, string>> {
  const { sums } = await readTotals(services.db);
  const moved = [...sums].filter(([, micros]) => micros !== 0n);
  return Object.fromEntries(moved.map(([kind, micros]) => [kind, String(micros)]));
}

async function kept(): Promise<{ settled: number; holders: number | null }> {
  const { rows } = await services.db.execute<{ settled: string; holders: number | null }>(
    sql`select settled_id as settled, holders from ledger_totals`,
  );
  return { settled: Number(rows[0]?.settled ?? 0), holders: rows[0]?.holders ?? null };
}

test('totals are right before anything is kept, while it grows, and between two keepings', async () => {
  expect(await byTotals()).toEqual(await byEntries());
  expect(await readTotals(services.db)).toMatchObject({ holders: null, holdersAt: null });
  await keep();
  expect(await byTotals()).toEqual(await byEntries());
  await completed(services, 'ivan', 20n);
  await withdraw(services, 'ivan', 20n);
  expect(await byTotals()).toEqual(await byEntries());
  await keepSettled();
  const { holders, holdersAt } = await readTotals(services.db);
  expect(holders).toBe((await kept()).holders);
  expect(holders).toBeGreaterThan(0);
  expect(holdersAt).toEqual(services.clock.now());
});

test('two who keep them at once add everything once, and what is under way is not passed over', async () => {
  const client = await services.pool.connect();
  await client.query('begin');
  // An id that a transaction has taken but not written yet.
  await client.query(`select nextval(pg_get_serial_sequence('ledger_transfers', 'id')), pg_current_xact_id()`);
  await giveMoney(services, 'anna', 5_000_000n);
  await Promise.all([keep(), keep()]);
  await giveMoney(services, 'anna', 5_000_000n);
  await Promise.all([keep(), keep()]);
  await client.query('rollback');
  client.release();
  expect(await byTotals()).toEqual(await byEntries());
  expect((await verifyLedger(services)).findings).toEqual([]);
});

test('a total that somebody has changed is found by ledger verify', async () => {
  await keepSettled();
  const { settled } = await kept();
  const right = await byEntries(settled);
  await services.pool.query(`update ledger_totals set amounts = amounts || '{"fees": "77000000", "available": "5"}'`);
  const { findings } = await verifyLedger(services);
  const said = (kind: string, amount: string) =>
    `The accounts of the kind “${kind}” are kept as ${amount} in all; the entries come to ${moneyText(BigInt(right[kind] ?? 0))}.`;
  expect(findings).toEqual([
    { code: 'total_wrong', words: said('available', '0.000005') },
    { code: 'total_wrong', words: said('fees', '77.00') },
  ]);
  await services.pool.query(`update ledger_totals set settled_id = 0, amounts = '{}'`);
  await keep();
  expect((await verifyLedger(services)).findings).toEqual([]);
});
