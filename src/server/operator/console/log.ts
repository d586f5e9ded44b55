import type * as z from 'zod/mini';
import type { listLog, LogEntry } from '#contracts/console/log.ts';
import type { OutputOf } from '#contracts/contract.ts';
import { addDays } from '#domain/days.ts';
import { type AuditEntry, auditFilter, listAudit } from '#server/audit/index.ts';
import { auditLog } from '#server/db/schema/index.ts';
import type { Services } from '#server/api/services.ts';
import { actorNames } from './actor-names.ts';
import { PAGE } from './keyset.ts';
import { beginningOf } from './period.ts';
import { totalOf } from './total.ts';

export async function list(
  { db, config }: Services,
  { search, action, subject, from, to, cursor, limit = PAGE }: z.output<typeof listLog.input>,
): Promise<OutputOf<typeof listLog>> {
  const filter = {
    ...{ action, subject },
    from: from ? beginningOf(from, config) : undefined,
    to: to ? beginningOf(addDays(to, 1), config) : undefined,
  };
  const [{ rows, next }, total] = await Promise.all([
    listAudit(db, { ...filter, search, before: cursor, limit }),
    search === undefined ? totalOf(db, auditLog, auditFilter(filter)) : null,
  ]);
  const names = await actorNames(db, rows);
  return { items: rows.map((row) => present(row, names)), next: next === null ? null : String(next), total };
}

function present(entry: AuditEntry, names: ReadonlyMap<string, string>): LogEntry {
  const { number, at, actor, action, subject, reason, before, after, address } = entry;
  const name = names.get(actor) ?? null;
  return { number, at: at.toISOString(), actor, name, action, subject, reason, before, after, address };
}
