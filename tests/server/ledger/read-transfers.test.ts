import { expect, test } from 'vitest';
import { type Batch, readTransfers } from '#server/ledger/read-transfers.ts';
import { postAccruals } from '../../support/people/money.ts';
import { createTestServices } from '../../support/app/services.ts';

const { services } = await createTestServices();
/** Twice the batch size, plus one. */
const COUNT = 4_001;
const accruals = Array.from({ length: COUNT }, () => ({
  micros: 1_000_000n,
  details: { reason: 'earnings', document: 'test' },
}));
await postAccruals(services, 'anna', accruals);

async function read(after: number, last?: number): Promise<Batch[]> {
  const batches: Batch[] = [];
  for await (const batch of readTransfers(services.db, after, last)) batches.push(batch);
  return batches;
}

const idsOf = (batches: Batch[]) => batches.flatMap(({ transfers }) => transfers.map(({ id }) => id));
const firstIds = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);

test('all are read in their order, each once and with both its entries, however many there are', async () => {
  const batches = await read(0);
  expect(batches.map(({ transfers }) => transfers.length)).toEqual([2_000, 2_000, 1]);
  expect(idsOf(batches)).toEqual(firstIds(1, COUNT));
  const legs = batches.flatMap(({ transfers, strays }) => [strays.length, ...transfers.map((one) => one.legs.length)]);
  expect(new Set(legs)).toEqual(new Set([0, 2]));
});

test.each([
  [0, 2_000, [2_000, 0]],
  [0, 1_999, [1_999]],
  [1_000, 3_001, [2_000, 1]],
  [4_000, 4_000, [0]],
])('those behind %i up to %i', async (after, last, sizes) => {
  const batches = await read(after, last);
  expect(batches.map(({ transfers }) => transfers.length)).toEqual(sizes);
  expect(idsOf(batches)).toEqual(firstIds(after + 1, last));
});

test('an entry whose transfer or account is not there is read beside them', async () => {
  await services.transaction(async (tx) => {
    await tx.execute('set local session_replication_role = replica');
    await tx.execute('delete from ledger_transfers where id = 2001');
    await tx.execute(`delete from ledger_accounts where kind = 'earnings'`);
  });
  const batches = await read(1_999, 2_002);
  expect(idsOf(batches)).toEqual([2_000, 2_002]);
  const strays = batches.flatMap((batch) => batch.strays);
  expect(strays.map(({ transferId, account, link }) => [transferId, account?.kind, link?.number])).toEqual([
    [2_001, 'available', 2_001],
    [2_001, undefined, undefined],
  ]);
});
