import { isoDay } from '#i18n/format.ts';
import type { Db } from '#server/db/connect.ts';
import { ledgerEntries, ledgerTransfers, type TransferKind } from '#server/db/schema/index.ts';
import type { Services } from '#server/api/services.ts';
import { type AccountRef, lockAccounts, type LockedAccount } from './accounts.ts';
import { digestOf, linkHash } from './chain.ts';

type Leg = { account: AccountRef; amountMicros: bigint };

/** The legs add up to 0. A `key` is used only once. */
export type Transfer = {
  key: string;
  kind: TransferKind;
  memberId: number;
  details: Record<string, string>;
  legs: readonly Leg[];
  day?: string;
};

export type Posting = { ids: number[] } | { shortOf: Transfer };
export type LedgerServices = Pick<Services, 'clock' | 'secrets'> & { config: Pick<Services['config'], 'timeZone'> };

const ROWS_AT_ONCE = 1_000;

export type OnProgress = (writtenCount: number) => Promise<void>;

/** All or none: `shortOf` is the first transfer without enough money. `onProgress` (number written) is awaited. */
export async function postTransfers(
  tx: Db,
  services: LedgerServices,
  transfers: readonly Transfer[],
  onProgress?: OnProgress,
): Promise<Posting> {
  const accounts = await lockAccounts(
    tx,
    transfers.flatMap(({ legs }) => legs.map(({ account }) => account)),
  );
  const at = services.clock.now();
  const today = isoDay(at, services.config.timeZone);
  const drafts: Draft[] = [];
  for (const transfer of transfers) {
    const legs = transfer.legs.map(({ account, amountMicros }) => ({ account: accounts.of(account), amountMicros }));
    const draft = draftOf(transfer, legs, { at, day: transfer.day ?? today }, services.secrets.ledger.inUse[0]);
    if (!draft) return { shortOf: transfer };
    drafts.push(draft);
  }
  return { ids: await insert(tx, drafts, at, onProgress) };
}

type LockedLeg = { account: LockedAccount; amountMicros: bigint };

/** @internal exported for the benches */
export type Draft = { transfer: Transfer; entries: Omit<typeof ledgerEntries.$inferInsert, 'transferId'>[] };

/** @internal exported for the benches */
export function draftOf(
  transfer: Transfer,
  legs: LockedLeg[],
  { at, day }: { at: Date; day: string },
  ledgerKey: Buffer,
): Draft | undefined {
  const sum = legs.reduce((total, { amountMicros }) => total + amountMicros, 0n);
  if (sum !== 0n) throw new Error(`The legs of ${transfer.key} come to ${sum}, not to nothing.`);
  const { key, kind, memberId, details } = transfer;
  const sealedLegs = legs.map(({ account, amountMicros }) => ({ accountId: account.id, amountMicros, day }));
  const digest = digestOf({ key, kind, memberId, at, details, legs: sealedLegs });
  const entries: Draft['entries'] = [];
  for (const { account, amountMicros } of legs) {
    const entry = { accountId: account.id, kind, amountMicros, at, day };
    if (account.memberId === null) {
      entries.push(entry);
      continue;
    }
    const number = account.entryCount + 1;
    const balanceMicros = account.balanceMicros + amountMicros;
    if (balanceMicros < 0n) return undefined;
    const hash = linkHash(ledgerKey, { previous: account.head, digest, number, amountMicros, balanceMicros });
    entries.push({ ...entry, number, balanceAfter: balanceMicros, hash });
    Object.assign(account, { entryCount: number, balanceMicros, head: hash });
  }
  return { transfer, entries };
}

async function insert(tx: Db, drafts: readonly Draft[], at: Date, onProgress?: OnProgress): Promise<number[]> {
  const ids = new Map<string, number>();
  const idOf = ({ key }: Transfer) => ids.get(key) ?? 0;
  let writtenCount = 0;
  for (const batch of inParts(drafts)) {
    const rows = await tx
      .insert(ledgerTransfers)
      .values(batch.map(({ transfer, entries }) => ({ ...transfer, legCount: entries.length, at })))
      .returning({ id: ledgerTransfers.id, key: ledgerTransfers.key });
    for (const { id, key } of rows) ids.set(key, id);
    const entries = batch.flatMap((draft) =>
      draft.entries.map((entry) => ({ ...entry, transferId: idOf(draft.transfer) })),
    );
    for (const entryBatch of inParts(entries)) await tx.insert(ledgerEntries).values(entryBatch);
    writtenCount += batch.length;
    await onProgress?.(writtenCount);
  }
  return drafts.map(({ transfer }) => idOf(transfer));
}

function* inParts<T>(rows: readonly T[]): Generator<T[]> {
  for (let start = 0; start < rows.length; start += ROWS_AT_ONCE) yield rows.slice(start, start + ROWS_AT_ONCE);
}
