import { hash } from 'node:crypto';
import type { AuditValues, auditLog } from '#server/db/schema/index.ts';
import { type MacKey, mac } from '#server/base/secrets.ts';

/** As it is kept; `hash` is null before the chain. */
export type AuditEntry = Omit<typeof auditLog.$inferSelect, 'words'>;

/** What an entry says, whole; the same for the one we write and the one we read back. */
export type AuditContents = Omit<AuditEntry, 'at' | 'hash'> & { atMicros: bigint };

/** One link of the chain. Without the key nobody can make one, and none can be left out, moved or changed. */
export function auditHash(key: MacKey, previous: Buffer | null, contents: AuditContents): Buffer {
  return mac(key, 'audit', previous ?? '', wordsOf(contents));
}

/** What the first link follows: all entries from before the chain, as one. */
export function beginningOf(previous: Buffer | null, contents: AuditContents): Buffer {
  return hash('sha256', Buffer.concat([previous ?? Buffer.alloc(0), Buffer.from(wordsOf(contents))]), 'buffer');
}

function wordsOf({ number, actor, action, subject, reason, before, after, address, atMicros }: AuditContents): string {
  const values = [sortedByKey(before), sortedByKey(after)];
  return JSON.stringify([number, actor, action, subject, reason, ...values, address, String(atMicros)]);
}

/** The database keeps no order of keys, and no key without a value. */
function sortedByKey(values: AuditValues | null): [string, unknown][] | null {
  if (values === null) return null;
  const kept = Object.entries(values).filter(([, value]) => value !== undefined);
  return kept.toSorted(([a], [b]) => (a < b ? -1 : 1));
}
