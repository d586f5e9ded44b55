import { createHash } from 'node:crypto';
import { desc, sql } from 'drizzle-orm';
import type { Db } from '#server/db/connect.ts';
import { ledgerSeals } from '#server/db/schema/index.ts';
import type { Services } from '#server/api/services.ts';
import { isMadeWithOne, type Keys, type MacKey, mac } from '#server/base/secrets.ts';
import { digestOfStored, readTransfers } from './read-transfers.ts';

type SealServices = Pick<Services, 'transaction' | 'clock' | 'secrets'>;

const SEALING = 4_167_002;
const TRANSFERS_A_SEAL = 20_000;

export async function sealLedger(services: SealServices, transfersASeal = TRANSFERS_A_SEAL): Promise<Seal[]> {
  const newSeals: Seal[] = [];
  for (;;) {
    const seal = await services.transaction((tx) => sealSome(tx, services, transfersASeal));
    if (!seal) return newSeals;
    newSeals.push(seal);
  }
}

/** Logged, so that a seal can be kept outside the database and checked later. */
export async function sealLedgerAndLog(services: SealServices & Pick<Services, 'log'>): Promise<void> {
  for (const { number, transferCount, hash } of await sealLedger(services)) {
    services.log('info', 'ledger sealed', { seal: hash.toString('hex'), number, transfers: transferCount });
  }
}

async function sealSome(tx: Db, { clock, secrets }: SealServices, transfersASeal: number): Promise<Seal | undefined> {
  const { rows } = await tx.execute<{ free: boolean }>(sql`select pg_try_advisory_xact_lock(${SEALING}) as free`);
  if (!rows[0]?.free) return undefined;
  const last = await lastSeal(tx, secrets.ledger.inUse);
  const unsealed = await findUnsealed(tx, last?.settledId ?? 0n, transfersASeal);
  if (!unsealed) return undefined;
  const seal = {
    number: (last?.number ?? 0) + 1,
    at: clock.now(),
    transfers: unsealed.transfers,
    transferCount: unsealed.count,
    contents: await hashContents(tx, unsealed.transfers),
    horizon: await readHorizon(tx),
    settledId: unsealed.settledId,
  };
  const sealRow = { ...seal, hash: sealHash(secrets.ledger.inUse[0], last?.hash, seal) };
  await tx.insert(ledgerSeals).values(sealRow);
  return sealRow;
}

/** True if the newest key made the last seal, which proves all previous ones. */
export async function isSealedByNewest({ db, secrets }: Pick<Services, 'db' | 'secrets'>): Promise<boolean> {
  const [last, before] = await lastTwo(db);
  const [newest] = secrets.ledger.inUse;
  return !last || isMadeWithOne([newest], last.hash, (key) => sealHash(key, before?.hash, last));
}

function lastTwo(db: Db): Promise<Seal[]> {
  return db.select().from(ledgerSeals).orderBy(desc(ledgerSeals.number)).limit(2);
}

/** Refuses to continue after a seal of another key, which would hide where the mistake began. */
async function lastSeal(tx: Db, keys: Keys): Promise<Seal | undefined> {
  const [last, before] = await lastTwo(tx);
  if (last && !isMadeWithOne(keys, last.hash, (key) => sealHash(key, before?.hash, last))) {
    throw new Error(`Seal ${last.number} of the ledger was made with another pepper than those of PIN_PEPPER.`);
  }
  return last;
}

type UnsealedTransfers = { transfers: string; count: number; settledId: bigint };

/**
 * Transfers appear in commit order, so a seal may miss smaller ids that commit later. Once all transactions of its
 * `horizon` have ended, the next seal adds them and sets `settledId`; later seals start from there.
 */
async function findUnsealed(tx: Db, settledId: bigint, transfersASeal: number): Promise<UnsealedTransfers | undefined> {
  const { rows } = await tx.execute<UnsealedRow>(sql`
    with sealed as (
      select coalesce(range_agg(transfers), '{}') as ids from ledger_seals where upper(transfers) > ${settledId}::bigint + 1
    ),
    open as (
      select t.id from ledger_transfers t, sealed
      where t.id > ${settledId} and not t.id <@ sealed.ids
      order by t.id limit ${transfersASeal}
    )
    select range_agg(int8range(id, id, '[]'))::text as transfers, count(*)::int as count, max(id) as last, (
        select max(upper(transfers)) - 1 from ledger_seals
        where horizon <= pg_snapshot_xmin(pg_current_snapshot())::text::bigint
      ) as settled
    from open`);
  const row = rows[0];
  if (!row?.transfers) return undefined;
  const { transfers, count } = row;
  const newSettledId = BigInt(row.settled ?? 0);
  const isCut = count === transfersASeal && BigInt(row.last ?? 0) < newSettledId;
  return { transfers, count, settledId: isCut || newSettledId < settledId ? settledId : newSettledId };
}

type UnsealedRow = { transfers: string | null; count: number; last: string | null; settled: string | null };

/** Read after the transfers: transactions with a transfer id have smaller ids, since they locked accounts first. */
async function readHorizon(tx: Db): Promise<bigint> {
  const { rows } = await tx.execute<{ id: string }>(sql`select pg_current_xact_id()::text as id`);
  return BigInt(rows[0]?.id ?? 0);
}

async function hashContents(tx: Db, transfers: string): Promise<Buffer> {
  const ranges = readRanges(transfers);
  const first = ranges[0]?.from ?? 1;
  const end = ranges.at(-1)?.to ?? first;
  const contents = sealContents();
  let rangeIndex = 0;
  for await (const batch of readTransfers(tx, first - 1, end - 1)) {
    for (const transfer of batch.transfers) {
      while ((ranges[rangeIndex]?.to ?? end) <= transfer.id && rangeIndex < ranges.length) rangeIndex += 1;
      if ((ranges[rangeIndex]?.from ?? end) <= transfer.id) contents.add(transfer.id, digestOfStored(transfer));
    }
  }
  return contents.end();
}

export type Seal = typeof ledgerSeals.$inferSelect;

/** Keyed, and includes the previous seal’s hash, so that none can be left out. */
export function sealHash(ledgerKey: MacKey, previous: Buffer | undefined, seal: Omit<Seal, 'hash'>): Buffer {
  const { number, at, transfers, transferCount, contents, horizon, settledId } = seal;
  const words = `${number} ${at.getTime()} ${transfers} ${transferCount} ${horizon} ${settledId}`;
  return mac(ledgerKey, 'seal', previous ?? '', contents, words);
}

export function sealContents(): { add(transferId: number, digest: Buffer): void; end(): Buffer } {
  const hash = createHash('sha256');
  return {
    add: (transferId, digest) => void hash.update(`${transferId} `).update(digest),
    end: () => hash.digest(),
  };
}

/** `to` is exclusive. */
type IdRange = { from: number; to: number };

/** Parses an int8multirange: `{[1,4),[7,8)}`. */
export function readRanges(text: string): IdRange[] {
  return [...text.matchAll(/\[(\d+),(\d+)\)/g)].map(([, from, to]) => ({ from: Number(from), to: Number(to) }));
}
