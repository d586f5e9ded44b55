import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { writeAudit } from '#server/audit/index.ts';
import { findByLogin } from '#server/members/auth/find-member.ts';
import { systemClock } from '#server/base/clock.ts';
import type { Db } from '#server/db/connect.ts';
import { postTransfers, sealLedgerAndLog } from '#server/ledger/index.ts';
import { isSealedByNewest, sealLedger } from '#server/ledger/seal-ledger.ts';
import { verifyLedger } from '#server/ledger/verify/verify-ledger.ts';
import { deriveSecrets } from '#server/base/secrets.ts';
import { createTestServices, SESSION_SECRET } from '../../support/app/services.ts';
import { giveMoney } from '../../support/people/money.ts';
import { completed, fillLedger, withdraw } from './busy-ledger.ts';
import { accountOf, type Forger, openForger } from './forger.ts';
import { told } from './told.ts';

/** More than the batch size of reading seals. */
const MANY = 501;

const { services } = await createTestServices();
await fillLedger(services);
const empty = await openForger(services);
const ivan = accountOf('ivan');
const codes = async (keptSeal?: string) => Object.keys((await verifyLedger(services, { keptSeal })).counts);

beforeEach(() => verifyLedger(services));
afterEach(empty.undo);

/** Deletes everything of Ivan after this transfer. */
function putBack(forger: Forger, transferId: number): Promise<void> {
  const late = `id > ${transferId} and member_id = (select id from members where username = 'ivan')`;
  return forger.forge(
    `delete from ledger_entries where transfer_id in (select id from ledger_transfers where ${late})`,
    `delete from withdrawal_steps where withdrawal_id in
      (select id from withdrawals where hold_id in (select id from ledger_transfers where ${late}))`,
    `delete from withdrawals where hold_id in (select id from ledger_transfers where ${late})`,
    `delete from ledger_transfers where ${late}`,
    `update ledger_accounts a set balance = b.balance, entry_count = b.entry_count, head = b.head
      from before_ledger_accounts b where a.id = b.id`,
    `delete from ledger_days where account_id = ${ivan}`,
    `insert into ledger_days select * from before_ledger_days where account_id = ${ivan}`,
  );
}

async function lastTransfer(): Promise<number> {
  const { rows } = await services.pool.query<{ id: string }>('select max(id) as id from ledger_transfers');
  return Number(rows[0]?.id);
}

test('a member put back to an earlier true state is found by what the seals cover', async () => {
  const then = await lastTransfer();
  await giveMoney(services, 'ivan', 700_000_000n);
  await completed(services, 'ivan', 90n);
  expect(await codes()).toEqual([]);
  await putBack(empty, then);
  expect(await codes()).toEqual(['seal_gone']);
});

test('whoever takes the seals away as well is found by a seal that was kept elsewhere', async () => {
  const then = await lastTransfer();
  await giveMoney(services, 'ivan', 700_000_000n);
  const kept = (await verifyLedger(services)).lastSeal?.hash.toString('hex') ?? '';
  expect(await verifyLedger(services, { keptSeal: kept })).toMatchObject({
    findings: [],
    kept: { what: 'seal', number: 2 },
  });
  await putBack(empty, then);
  await empty.forge('delete from ledger_seals where number = 2');
  expect(await codes()).toEqual([]);
  expect(await codes(kept)).toEqual(['seal_unknown']);
});

test('two at once make one seal, and nothing new makes none', async () => {
  await giveMoney(services, 'ivan', 1_000_000n);
  const made = await Promise.all([sealLedger(services), sealLedger(services), sealLedger(services)]);
  expect(made.flat()).toHaveLength(1);
  expect(await sealLedger(services)).toEqual([]);
});

test('the hourly job tells the log which seal it made', async () => {
  await giveMoney(services, 'ivan', 1_000_000n);
  const said: unknown[] = [];
  await sealLedgerAndLog({ ...services, log: (...words) => said.push(words) });
  const { lastSeal } = await verifyLedger(services);
  const seal = lastSeal?.hash.toString('hex');
  expect(said).toEqual([['info', 'ledger sealed', { seal, number: 2, transfers: 1 }]]);
});

test('what was on its way while others were sealed is under the next seal', async () => {
  const slow = Promise.withResolvers<void>();
  const wrote = Promise.withResolvers<void>();
  const writing = services.transaction(async (tx) => {
    await give(tx, 'priya');
    wrote.resolve();
    await slow.promise;
  });
  await wrote.promise;
  await giveMoney(services, 'ivan', 1_000_000n);
  await giveMoney(services, 'anna', 1_000_000n);
  const [first] = await sealLedger(services);
  slow.resolve();
  await writing;
  await giveMoney(services, 'ivan', 1_000_000n);
  const [second] = await sealLedger(services);
  expect([first?.transferCount, second?.transferCount]).toEqual([2, 2]);
  expect(await codes()).toEqual([]);
});

test('what is more than fits under one seal is under the next ones, and none of it is passed over', async () => {
  const slow = Promise.withResolvers<void>();
  const wrote = Promise.withResolvers<void>();
  const writing = services.transaction(async (tx) => {
    await give(tx, 'priya', 3);
    wrote.resolve();
    await slow.promise;
  });
  await wrote.promise;
  await giveMoney(services, 'ivan', 1_000_000n);
  const counts = (seals: { transferCount: number }[]) => seals.map(({ transferCount }) => transferCount);
  expect(counts(await sealLedger(services, 2))).toEqual([1]);
  slow.resolve();
  await writing;
  await untilNobodyWrites();
  await giveMoney(services, 'ivan', 1_000_000n);
  // The three late transfers are older than the settled id: a seal with two of them must not settle the third.
  expect(counts(await sealLedger(services, 2))).toEqual([2, 2]);
  const { findings, read, lastSeal } = await verifyLedger(services);
  expect(findings).toEqual([]);
  const { rows } = await services.pool.query<{ sealed: number }>(
    'select sum(transfer_count)::int as sealed from ledger_seals',
  );
  expect([rows[0]?.sealed, lastSeal?.settledId]).toEqual([read.transfers, BigInt((await lastTransfer()) - 1)]);
});

test('that the newest key has made the last seal is known once it has', async () => {
  const pepper = { version: 2, secret: 'a newer pepper, just as long as the one before it' };
  const inUse = [pepper, { version: 1, secret: SESSION_SECRET }] as const;
  const newer = { ...services, secrets: deriveSecrets([SESSION_SECRET], { inUse: [...inUse] }) };
  expect([await isSealedByNewest(services), await isSealedByNewest(newer)]).toEqual([true, false]);
  await giveMoney(services, 'ivan', 1_000_000n);
  await sealLedger(newer);
  expect([await isSealedByNewest(services), await isSealedByNewest(newer)]).toEqual([false, true]);
  await empty.forge('delete from ledger_seals');
  expect(await isSealedByNewest(newer)).toBe(true);
});

test('a transfer put in behind what is sealed is found', async () => {
  await giveUp('ivan');
  await giveMoney(services, 'anna', 1_000_000n);
  const gap = (await lastTransfer()) - 1;
  await sealUntilSettled(gap);
  expect(await codes()).toEqual([]);
  await empty.forge(`insert into ledger_transfers (id, key, kind, member_id, details, leg_count, at)
    overriding system value select ${gap}, 'gift:x', kind, member_id, details, 2, at from ledger_transfers limit 1`);
  expect(await codes()).toContain('transfer_behind_seals');
});

test('which transfers are gone is told: five of them, from either side of a gap, to the very last', async () => {
  await giveMoney(services, 'ivan', 1_000_000n);
  const first = await lastTransfer();
  await giveUp('ivan');
  await giveMoney(services, 'anna', 1_000_000n);
  await sealLedger(services);
  await empty.forge(`delete from ledger_transfers where id <= 7 or id >= ${first}`);
  expect(await gone()).toEqual([
    'seal_gone: Seal 1 of <time>: 7 of the 17 transfers under it are gone: 1, 2, 3, 4, 5, ….',
    `seal_gone: Seal 2 of <time>: 2 of the 2 transfers under it are gone: ${first}, ${first + 2}.`,
  ]);
});

test('all seals are looked at, however many there are', async () => {
  await services.transaction((tx) => give(tx, 'ivan', MANY));
  expect(await sealLedger(services, 1)).toHaveLength(MANY);
  const { findings, read } = await verifyLedger(services);
  expect([findings, read.seals]).toEqual([[], MANY + 1]);
  const last = await lastTransfer();
  await empty.forge(`delete from ledger_transfers where id = ${last}`);
  expect(await gone()).toEqual([
    `seal_gone: Seal ${MANY + 1} of <time>: 1 of the 1 transfers under it are gone: ${last}.`,
  ]);
});

test('what was kept may be a seal or an entry of the audit log, however it was copied', async () => {
  const entry = { actor: 'operator:olga', action: 'x', subject: '', reason: 'asked', address: '::1' };
  await services.transaction((tx) => writeAudit(tx, services, entry));
  const { lastSeal, auditEnd } = await verifyLedger(services);
  const [seal = '', end = ''] = [lastSeal, auditEnd].map((one) => one?.hash.toString('hex'));
  const kept = async (keptSeal: string) => (await verifyLedger(services, { keptSeal })).kept;
  expect(await kept(` ${seal.toUpperCase()}\n`)).toMatchObject({ what: 'seal', number: 1 });
  expect(await kept(end)).toMatchObject({ what: 'audit entry', number: auditEnd?.number });
  const { findings } = await verifyLedger(services, { keptSeal: ` ${'x'.repeat(100)}` });
  expect(findings.map(({ words }) => words)).toEqual([
    `The seal ${'x'.repeat(64)} is not in the chain of seals, nor in the audit log.`,
  ]);
});

test('another key verifies nothing and seals nothing', async () => {
  await giveMoney(services, 'ivan', 1_000_000n);
  const stranger = { ...services, secrets: deriveSecrets(['another secret, just as long as the first one']) };
  const { findings, read } = await verifyLedger(stranger);
  expect(findings.length).toBeGreaterThan(0);
  expect(read.seals).toBe(1);
  await expect(sealLedger(stranger)).rejects.toThrow(/PIN_PEPPER/);
});

test('it can be verified and sealed while everybody is at work', async () => {
  const write = async (username: string) => {
    for (let round = 0; round < 15; round += 1) {
      await giveMoney(services, username, 90_000_000n);
      await withdraw(services, username, 70n);
    }
  };
  let isOver = false;
  const writing = Promise.all(['anna', 'ivan', 'priya'].map(write)).finally(() => (isOver = true));
  const found: string[] = [];
  while (!isOver) found.push(...(await codes()));
  await writing;
  found.push(...(await codes()));
  expect(found).toEqual([]);
});

/** Waits until all transactions that wrote during the last seal have ended, on the whole server. */
async function untilNobodyWrites(): Promise<void> {
  const seals = `select bool_and(horizon <= pg_snapshot_xmin(pg_current_snapshot())::text::bigint) as over from ledger_seals`;
  await vi.waitFor(
    async () => expect((await services.pool.query<{ over: boolean }>(seals)).rows).toEqual([{ over: true }]),
    { timeout: 50_000, interval: 100 },
  );
}

/** A seal settles earlier transfers only after all transactions that had begun by then have ended. */
async function sealUntilSettled(transferId: number): Promise<void> {
  for (let last: bigint | undefined = 0n; last === undefined || last < transferId;) {
    await giveMoney(services, 'anna', 1_000_000n);
    last = (await sealLedger(services)).at(-1)?.settledId;
  }
}

async function give(tx: Db, username: string, times = 1): Promise<void> {
  const memberId = (await findByLogin(tx, username))?.id ?? 0;
  const legs = [
    { account: { kind: 'earnings' } as const, amountMicros: -1_000_000n },
    { account: { kind: 'available', memberId } as const, amountMicros: 1_000_000n },
  ];
  const details = { reason: 'earnings', document: 'x' };
  const transfers = Array.from({ length: times }, () => {
    return { key: `gift:${randomUUID()}`, kind: 'accrual', memberId, details, legs } as const;
  });
  await postTransfers(tx, { ...services, clock: systemClock }, transfers);
}

/** Uses up an id for a transfer that is never written. */
async function giveUp(username: string): Promise<void> {
  const undone = new Error('undone');
  const giving = services.transaction((tx) => give(tx, username).then(() => Promise.reject(undone)));
  await expect(giving).rejects.toBe(undone);
}

async function gone(): Promise<string[]> {
  return told(await verifyLedger(services)).filter((one) => one.startsWith('seal_gone'));
}
