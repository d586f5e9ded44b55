import type * as z from 'zod/mini';
import type { listLog, LogEntry } from '#contracts/console/log.ts';
import type { OutputOf } from '#contracts/contract.ts';
import { addDays } from '#domain/days.ts';
import { type AuditEntry, listAudit } from '#server/audit/index.ts';
import type { Services } from '#server/api/services.ts';
import { actorNames } from './actor-names.ts';
import { PAGE } from './keyset.ts';
import { beginningOf } from './period.ts';

export async function list(
  { db, config }: Services,
  { search, action, subject, from, to, cursor, limit = PAGE }: z.output<typeof listLog.input>,
): Promise<OutputOf<typeof listLog>> {
  const { rows, next } = await listAudit(db, {
    ...{ search, action, subject, before: cursor, limit },
    from: from ? beginningOf(from, config) : undefined,
    to: to ? beginningOf(addDays(to, 1), config) : undefined,
  });
  const names = await actorNames(db, rows);
  return { items: rows.map((row) => present(row, names)), next: next === null ? null : String(next) };
}

function present(entry: AuditEntry, names: ReadonlyMap<string, string>): LogEntry {
  const { number, at, actor, action, subject, reason, before, after, address } = entry;
  const name = names.get(actor) ?? null;
  return { number, at: at.toISOString(), actor, name, action, subject, reason, before, after, address };
}
