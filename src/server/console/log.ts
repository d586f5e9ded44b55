import { inArray, sql } from 'drizzle-orm';
import { addDays } from '#domain/days.ts';
import type * as z from 'zod/mini';
import type { listLog, LogEntry } from '#contracts/console/log.ts';
import type { OutputOf } from '#contracts/contract.ts';
import { type AuditEntry, listAudit } from '#server/audit/index.ts';
import { staff } from '#server/db/schema/index.ts';
import type { Services } from '#server/services.ts';

const PAGE = 50;

/** A page of the audit log, the newest first. Who of staff did it is told by name. */
export async function list(
  services: Services,
  { search, action, subject, from, to, cursor, limit = PAGE }: z.output<typeof listLog.input>,
): Promise<OutputOf<typeof listLog>> {
  const { rows, next } = await listAudit(services.db, {
    ...{ search, action, subject, before: cursor, limit },
    from: from ? await beginOf(services, from) : undefined,
    to: to ? await beginOf(services, addDays(to, 1)) : undefined,
  });
  const names = await namesOf(services, rows);
  return { items: rows.map((row) => present(row, names)), next: next === null ? null : String(next) };
}

/** When a day begins by the platform's clock. */
async function beginOf({ db, config }: Services, day: string): Promise<Date | undefined> {
  const { rows } = await db.execute<{ at: string }>(
    sql`select (${day}::timestamp at time zone ${config.timeZone})::timestamptz as at`,
  );
  return rows[0] && new Date(rows[0].at);
}

async function namesOf({ db }: Services, rows: readonly AuditEntry[]): Promise<Map<string, string>> {
  const ids = rows.flatMap(({ actor }) => (actor.startsWith('staff:') ? [Number(actor.slice('staff:'.length))] : []));
  if (ids.length === 0) return new Map();
  const people = await db.select({ id: staff.id, name: staff.name }).from(staff).where(inArray(staff.id, ids));
  return new Map(people.map(({ id, name }) => [`staff:${id}`, name]));
}

function present(entry: AuditEntry, names: ReadonlyMap<string, string>): LogEntry {
  const { number, at, actor, action, subject, reason, before, after, address } = entry;
  const name = names.get(actor) ?? null;
  return { number, at: at.toISOString(), actor, name, action, subject, reason, before, after, address };
}
