import { eq, sql } from 'drizzle-orm';
import type { Db } from '#server/db/connect.ts';
import { auditHead, auditLog } from '#server/db/schema/index.ts';
import type { KeyTrial } from '#server/base/key-trial.ts';
import { auditHash, beginningOf } from './chain.ts';
import { readChain, type StoredEntry } from './read-chain.ts';

export type AuditFindingCode = 'audit_altered' | 'audit_missing' | 'audit_unproved';
type Report = { add(code: AuditFindingCode, words: string): void };

/** `hash` is the value to keep outside the database. */
export type AuditEnd = { number: number; hash: Buffer };

/** An entry made with a retired key is proved by a later one made with a key in use. */
export async function checkAuditChain(
  db: Db,
  keys: KeyTrial,
  report: Report,
): Promise<{ count: number; end: AuditEnd | undefined }> {
  let last: StoredEntry | undefined;
  let previous: Buffer | null = null;
  let isByRetired = false;
  let count = 0;

  function check(entry: StoredEntry): void {
    const expected = (last?.number ?? 0) + 1;
    const isChained = Boolean(last?.hash);
    const { hash } = entry;
    if (entry.number !== expected) {
      report.add('audit_missing', `Audit entry ${entry.number} comes where audit entry ${expected} should be.`);
    } else if (!hash && isChained) {
      report.add('audit_altered', `Audit entry ${entry.number} has lost its hash: nothing proves it.`);
    }
    const previousHash = previous;
    const maker = hash ? keys.madeBy(hash, (key) => auditHash(key, previousHash, entry)) : undefined;
    if (hash && !maker && entry.number === expected) {
      const position = last && !last.hash ? `${entry.number} or one before it` : entry.number;
      report.add('audit_altered', `Audit entry ${position} is not as it was written: its hash does not fit.`);
    }
    isByRetired = maker === 'retired';
    previous = hash ?? (isChained ? previous : beginningOf(previous, entry));
    last = entry;
  }

  for await (const entries of readChain(db)) {
    for (const entry of entries) check(entry);
    count += entries.length;
  }
  if (last && isByRetired) {
    report.add(
      'audit_unproved',
      `Audit entry ${last.number}, the last, was made with a retired pepper: nothing proves it.`,
    );
  }
  await checkHead(db, last, report);
  return { count, end: last?.hash ? { number: last.number, hash: last.hash } : undefined };
}

async function checkHead(db: Db, last: StoredEntry | undefined, report: Report): Promise<void> {
  const [head] = await db.select().from(auditHead).where(eq(auditHead.only, 'head'));
  const number = last?.number ?? 0;
  if (!head) {
    report.add('audit_missing', 'The audit log has lost its head, which says where it ends.');
  } else if (head.number > number) {
    const words = `The audit log ends with entry ${number}, but its head says ${head.number}`;
    report.add('audit_missing', `${words}: entries are missing at its end.`);
  } else if (head.number < number) {
    report.add('audit_altered', `The audit log ends with entry ${number}, but its head says ${head.number}.`);
  } else if (!(head.hash ?? Buffer.alloc(0)).equals(last?.hash ?? Buffer.alloc(0))) {
    report.add('audit_altered', `Audit entry ${number}, the last, is not the one that the head of the log names.`);
  }
}

export async function findAuditEntry(db: Db, hash: string): Promise<{ number: number; at: Date } | undefined> {
  const [found] = await db
    .select({ number: auditLog.number, at: auditLog.at })
    .from(auditLog)
    .where(sql`encode(${auditLog.hash}, 'hex') = ${hash}`);
  return found;
}
