import { and, desc, eq, gte, lt, type SQL, sql } from 'drizzle-orm';
import type { Db } from '#server/db/connect.ts';
import { auditLog } from '#server/db/schema/index.ts';
import type { AuditEntry } from './chain.ts';

type AuditFilter = {
  /** Words, each found as the beginning of a word in the reason, the actor, the action or the subject. */
  search?: string | undefined;
  actor?: string | undefined;
  action?: string | undefined;
  subject?: string | undefined;
  from?: Date | SQL | undefined;
  /** Without this moment itself. */
  to?: Date | SQL | undefined;
  /** Only what is behind this entry in the list. */
  before?: number | undefined;
  limit: number;
};

/** The newest first. `next` is the `before` of the next page, `null` behind the last one. */
export async function listAudit(
  db: Db,
  { search, limit, ...filter }: AuditFilter,
): Promise<{ rows: AuditEntry[]; next: number | null }> {
  const wanted = conditionOf(filter);
  const found =
    search === undefined
      ? await newest(db, wanted).limit(limit + 1)
      : await searched(db, wanted, queryOf(search), limit + 1);
  const rows = found.slice(0, limit).map(withoutWords);
  return { rows, next: (found.length > limit && rows.at(-1)?.number) || null };
}

function withoutWords(row: typeof auditLog.$inferSelect): AuditEntry {
  const { words: _, ...entry } = row;
  return entry;
}

const { at, number } = auditLog;

function conditionOf({ actor, action, subject, from, to, before }: Omit<AuditFilter, 'search' | 'limit'>) {
  return and(
    actor === undefined ? undefined : eq(auditLog.actor, actor),
    action === undefined ? undefined : eq(auditLog.action, action),
    subject === undefined ? undefined : eq(auditLog.subject, subject),
    from && gte(at, from),
    to && lt(at, to),
    before === undefined
      ? undefined
      : sql`(${at}, ${number}) < ((select ${at} from ${auditLog} where ${number} = ${before}), ${before}::bigint)`,
  );
}

function newest(db: Db, wanted: SQL | undefined) {
  return db.select().from(auditLog).where(wanted).orderBy(desc(at), desc(number)).$dynamic();
}

const LOOKED_THROUGH = 2_000;

/**
 * A common word is soon found among the newest entries; any other by its index. PostgreSQL can't tell which is which
 * from the beginning of a word, so it is asked for one, and then, by an order that no index has, for the other.
 */
async function searched(db: Db, wanted: SQL | undefined, query: SQL, limit: number) {
  const latest = newest(db, wanted).limit(LOOKED_THROUGH).as('latest');
  const common = await db
    .select()
    .from(latest)
    .where(sql`${latest.words} @@ ${query}`)
    .orderBy(desc(latest.at), desc(latest.number))
    .limit(limit);
  if (common.length === limit) return common;
  return db
    .select()
    .from(auditLog)
    .where(and(wanted, sql`${auditLog.words} @@ ${query}`))
    .orderBy(desc(sql`${at} + interval '0'`), desc(number))
    .limit(limit);
}

const WORDS_SEARCHED = 10;

/** A text without a word is in no entry. */
function queryOf(search: string): SQL {
  const words = search.match(/[\p{L}\p{N}]+/gu) ?? [];
  const beginnings = words.slice(0, WORDS_SEARCHED).map((word) => `${word}:*`);
  return sql`to_tsquery('simple', ${beginnings.join(' & ')})`;
}
