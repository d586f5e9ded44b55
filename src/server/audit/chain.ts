import { hash } from 'node:crypto';
import type { AuditValues, auditLog } from '#server/db/schema/index.ts';
import { type MacKey, mac } from '#server/base/secrets.ts';

/** `hash` is null for entries from before the chain. */
export type AuditEntry = Omit<typeof auditLog.$inferSelect, 'words'>;

export type AuditContents = Omit<AuditEntry, 'at' | 'hash'> & { atMicros: bigint };

export function auditHash(key: MacKey, previous: Buffer | null, contents: AuditContents): Buffer {
  return mac(key, 'audit', previous ?? '', wordsOf(contents));
}

/** Plain hash over all entries from before the chain; the first chained entry follows it. */
export function beginningOf(previous: Buffer | null, contents: AuditContents): Buffer {
  return hash('sha256', Buffer.concat([previous ?? Buffer.alloc(0), Buffer.from(wordsOf(contents))]), 'buffer');
}

function wordsOf({ number, actor, action, subject, reason, before, after, address, atMicros }: AuditContents): string {
  const values = [sortedByKey(before), sortedByKey(after)];
  return JSON.stringify([number, actor, action, subject, reason, ...values, address, String(atMicros)]);
}

/** `jsonb` keeps neither the order of keys nor undefined values. */
function sortedByKey(values: AuditValues | null): [string, unknown][] | null {
  if (values === null) return null;
  const definedEntries = Object.entries(values).filter(([, value]) => value !== undefined);
  return definedEntries.toSorted(([a], [b]) => (a < b ? -1 : 1));
}
