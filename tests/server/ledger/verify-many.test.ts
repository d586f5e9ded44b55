import { afterEach, expect, test } from 'vitest';
import { verifyLedger } from '#server/ledger/verify/verify-ledger.ts';
import { createTestServices } from '../../support/app/services.ts';
import { fillLedger } from './busy-ledger.ts';
import { openForger } from './forger.ts';

/** More accounts and imports than one batch reads. */
const MEMBERS = 2_600;
const BATCHES = 101;

const { services } = await createTestServices();
await fillLedger(services);
await verifyLedger(services);
const { forge, undo } = await openForger(services);
/** Empty accounts without a member. Their ids follow the last one, because earlier tests have used up ids. */
const many = `insert into ledger_accounts (id, kind, member_id) overriding system value
  select (select max(id) from ledger_accounts) + row_number() over (order by number), kind, -number
  from generate_series(1, ${MEMBERS}) as number, unnest(array['available', 'held']) as kind`;
const last = `(select max(id) from ledger_accounts where kind = 'available')`;

afterEach(undo);

test('all accounts are looked at, however many there are', async () => {
  const before = (await verifyLedger(services)).read.accounts;
  await forge(many);
  const { findings, read } = await verifyLedger(services);
  expect(findings).toEqual([]);
  expect(read.accounts).toBe(before + 2 * MEMBERS);
});

test('what is wrong with the last of them is found', async () => {
  await forge(
    many,
    `update ledger_accounts set balance = 5 where id = ${last}`,
    `insert into ledger_days (account_id, day, kind, amount) values (${last}, current_date, 'accrual', 5)`,
  );
  expect((await verifyLedger(services)).counts).toEqual({ balance_wrong: 1, day_wrong: 1 });
});

test('how far the days are is told', async () => {
  await forge(many);
  const shares: number[] = [];
  await verifyLedger(services, { onProgress: (phase, share) => void (phase === 'days' && shares.push(share)) });
  expect(shares).toHaveLength(1);
  expect(shares[0]).toBeGreaterThan(0.5);
  expect(shares[0]).toBeLessThan(1);
});

test('all imports are looked at, however many there are', async () => {
  await forge(`insert into accrual_batches select (jsonb_populate_record(b, jsonb_build_object('batch', 'copy-' || number))).*
    from accrual_batches b, generate_series(1, ${BATCHES}) as number`);
  const { counts, read } = await verifyLedger(services);
  // Each copy has lines and a sum without transfers.
  expect(counts).toEqual({ batch_wrong: 2 * BATCHES });
  expect(read.batches).toBe(BATCHES + 1);
});
