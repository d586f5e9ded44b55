import { and, asc, desc, getTableColumns, gt, lt, sql } from 'drizzle-orm';
import type { Db } from '#server/db/connect.ts';
import { auditLog } from '#server/db/schema/index.ts';
import { type AuditContents, beginningOf } from './chain.ts';

export type StoredEntry = AuditContents & { hash: Buffer | null };

const AT_ONCE = 1_000;

export async function* readChain(db: Db, below = Number.MAX_SAFE_INTEGER): AsyncGenerator<StoredEntry[]> {
  for (let after = Number.MIN_SAFE_INTEGER; ;) {
    const entries = await readEntries(db)
      .where(and(gt(auditLog.number, after), lt(auditLog.number, below)))
      .orderBy(asc(auditLog.number))
      .limit(AT_ONCE);
    yield entries;
    if (entries.length < AT_ONCE) return;
    after = entries.at(-1)?.number ?? after;
  }
}

/** Hash that the first chained entry follows; null if no entry is older than the chain. */
export async function readBeginning(db: Db, below?: number): Promise<Buffer | null> {
  let beginning: Buffer | null = null;
  for await (const entries of readChain(db, below)) {
    for (const entry of entries) beginning = beginningOf(beginning, entry);
  }
  return beginning;
}

export async function readEnd(db: Db): Promise<{ entry: StoredEntry; previous: Buffer | null } | undefined> {
  const [entry, before] = await readEntries(db).orderBy(desc(auditLog.number)).limit(2);
  if (!entry?.hash) return undefined;
  return { entry, previous: before?.hash ?? (before ? await readBeginning(db, entry.number) : null) };
}

function readEntries(db: Db) {
  const { at, words: _, ...columns } = getTableColumns(auditLog);
  // `Date` has only milliseconds.
  const atMicros = sql`(extract(epoch from ${at}) * 1000000)::bigint`.mapWith(BigInt);
  return db
    .select({ ...columns, atMicros })
    .from(auditLog)
    .$dynamic();
}
