import { and, desc, eq, getTableColumns, gte, lt, type SQL, sql } from 'drizzle-orm';
import type { Db } from '#server/db/connect.ts';
import { auditLog } from '#server/db/schema/index.ts';
import type { AuditEntry } from './chain.ts';

type AuditFilter = {
  /** Words, each found as the beginning of a word in the reason, the actor, the action or the subject. */
  search?: string | undefined;
  actor?: string | undefined;
  action?: string | undefined;
  subject?: string | undefined;
  from?: Date | undefined;
  /** Without this moment itself. */
  to?: Date | undefined;
  /** Only what is behind this entry in the list. */
  before?: number | undefined;
  limit: number;
};

/** The newest first. `next` is the `before` of the next page, `null` behind the last one. */
export async function listAudit(
  db: Db,
  { search, actor, action, subject, from, to, before, limit }: AuditFilter,
): Promise<{ rows: AuditEntry[]; next: number | null }> {
  const { words: _, ...columns } = getTableColumns(auditLog);
  const { at, number } = columns;
  const found = await db
    .select(columns)
    .from(auditLog)
    .where(
      and(
        search === undefined ? undefined : await searched(db, search),
        actor === undefined ? undefined : eq(auditLog.actor, actor),
        action === undefined ? undefined : eq(auditLog.action, action),
        subject === undefined ? undefined : eq(auditLog.subject, subject),
        from && gte(at, from),
        to && lt(at, to),
        before === undefined
          ? undefined
          : sql`(${at}, ${number}) < ((select ${at} from ${auditLog} where ${number} = ${before}), ${before}::bigint)`,
      ),
    )
    .orderBy(desc(at), desc(number))
    .limit(limit + 1);
  const rows = found.slice(0, limit);
  return { rows, next: (found.length > limit && rows.at(-1)?.number) || null };
}

const FEW = 5_000;

/**
 * PostgreSQL expects any beginning of a word in one of 200 entries, and would read all by time to find the few that have
 * a rare one. So they are looked up first, unless there are many.
 */
async function searched(db: Db, search: string): Promise<SQL> {
  const { number } = auditLog;
  const few = await db
    .select({ number })
    .from(auditLog)
    .where(hasWords(search))
    .limit(FEW + 1);
  if (few.length > FEW) return hasWords(search);
  return sql`${number} = any(${sql.param(few.map((row) => row.number))}::bigint[])`;
}

const WORDS_SEARCHED = 10;

/** A text without a word is in no entry. */
function hasWords(search: string): SQL {
  const words = search.match(/[\p{L}\p{N}]+/gu) ?? [];
  const query = words.slice(0, WORDS_SEARCHED).map((word) => `${word}:*`);
  return sql`${auditLog.words} @@ to_tsquery('simple', ${query.join(' & ')})`;
}
