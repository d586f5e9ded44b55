import { asc, getTableColumns, gt, sql } from 'drizzle-orm';
import type { Db } from '#server/db/connect.ts';
import { auditLog } from '#server/db/schema/index.ts';
import type { AuditContents } from './chain.ts';

export type StoredEntry = AuditContents & { hash: Buffer | null };

const AT_ONCE = 1_000;

/** All entries as they are chained, a part in memory at a time. */
export async function* readChain(db: Db): AsyncGenerator<StoredEntry[]> {
  for (let after = Number.MIN_SAFE_INTEGER; ;) {
    const rows = await entriesOf(db).where(gt(auditLog.number, after)).orderBy(asc(auditLog.number)).limit(AT_ONCE);
    const entries = rows.map(readEntry);
    yield entries;
    if (entries.length < AT_ONCE) return;
    after = entries.at(-1)?.number ?? after;
  }
}

/** `Date` knows only milliseconds. */
export function entriesOf(db: Db) {
  const { at, ...columns } = getTableColumns(auditLog);
  return db
    .select({ ...columns, atMicros: sql<string>`(extract(epoch from ${at}) * 1000000)::bigint::text` })
    .from(auditLog)
    .$dynamic();
}

export function readEntry(row: Omit<StoredEntry, 'atMicros'> & { atMicros: string }): StoredEntry {
  return { ...row, atMicros: BigInt(row.atMicros) };
}
