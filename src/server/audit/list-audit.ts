import { and, desc, eq, gte, lt, type SQL, sql } from 'drizzle-orm';
import type { Db } from '#server/db/connect.ts';
import { auditLog } from '#server/db/schema/index.ts';
import type { AuditEntry } from './chain.ts';

type AuditFilter = {
  /** Each word matches the beginning of a word in reason, actor, action or subject. */
  search?: string | undefined;
  actor?: string | undefined;
  action?: string | undefined;
  subject?: string | undefined;
  from?: Date | SQL | undefined;
  to?: Date | SQL | undefined;
  before?: number | undefined;
  limit: number;
};

/** A search covers a part of the log per call: a page with `next` may be shorter than `limit`, even empty. */
export async function listAudit(
  db: Db,
  { search, limit, ...filter }: AuditFilter,
): Promise<{ rows: AuditEntry[]; next: number | null }> {
  const wanted = conditionOf(filter);
  const { found, goesOn } =
    search === undefined
      ? { found: await newest(db, wanted).limit(limit + 1), goesOn: undefined }
      : await searched(db, wanted, queryOf(search), limit + 1);
  const rows = found.slice(0, limit).map(withoutWords);
  return { rows, next: (found.length > limit ? rows.at(-1)?.number : goesOn) ?? null };
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
const GONE_BACK = 15_000;
const RARE = 5_000;

type FoundEntries = { found: (typeof auditLog.$inferSelect)[]; goesOn?: number | undefined };

/** PostgreSQL can't estimate word prefixes: common words use the newest entries, rare ones the index. */
async function searched(db: Db, wanted: SQL | undefined, query: SQL, limit: number): Promise<FoundEntries> {
  const common = await lookThrough(db, wanted, query, { limit, most: LOOKED_THROUGH });
  if (common.found.length === limit || common.goesOn === undefined) return common;
  // The index alone takes 250 ms for 500,000 matches.
  const rare = (await isCommon(db, query)) ? undefined : await numbersOf(db, wanted, query);
  if (rare === undefined || rare.length > RARE) return lookThrough(db, wanted, query, { limit, most: GONE_BACK });
  const found = await db
    .select()
    .from(auditLog)
    .where(sql`${number} = any(${sql.param(rare)}::bigint[])`)
    // Prevents a scan in index order: these rows are fetched by number.
    .orderBy(desc(sql`${at} + interval '0'`), desc(number))
    .limit(limit);
  return { found };
}

async function lookThrough(
  db: Db,
  wanted: SQL | undefined,
  query: SQL,
  { limit, most }: { limit: number; most: number },
): Promise<FoundEntries> {
  const latest = newest(db, wanted).limit(most).as('latest');
  const found = await db
    .select()
    .from(latest)
    .where(sql`${latest.words} @@ ${query}`)
    .orderBy(desc(latest.at), desc(latest.number))
    .limit(limit);
  if (found.length === limit) return { found };
  const [last] = await newest(db, wanted)
    .limit(1)
    .offset(most - 1);
  return { found, goesOn: last?.number };
}

const SAMPLE = 300;
const COMMON_IN_SAMPLE = 3;
/** Any large prime, so that periodic entries don't distort the sample. */
const STRIDE = 2_654_435_761;

/** Samples by number, because numbers have no gaps. */
async function isCommon(db: Db, query: SQL): Promise<boolean> {
  const { rows } = await db.execute<{ having: number }>(sql`
    select count(*)::int as having from ${auditLog} where ${auditLog.words} @@ ${query} and ${number} = any(array(
      select 1 + n * ${sql.raw(String(STRIDE))} % last.number
      from (select max(${number}) as number from ${auditLog}) as last, generate_series(1, ${sql.raw(String(SAMPLE))}) as n))`);
  return (rows[0]?.having ?? 0) >= COMMON_IN_SAMPLE;
}

/** At most `RARE + 1` numbers. Materialized, so that the planner uses the index of words. */
async function numbersOf(db: Db, wanted: SQL | undefined, query: SQL): Promise<number[]> {
  const { rows } = await db.execute<{ number: string }>(sql`
    with found as materialized (
      select ${number} as number from ${auditLog} where ${and(wanted, sql`${auditLog.words} @@ ${query}`)}
    )
    select number from found limit ${RARE + 1}`);
  return rows.map((row) => Number(row.number));
}

const WORDS_SEARCHED = 10;

/** A text without words matches no entry. */
function queryOf(search: string): SQL {
  const words = search.match(/[\p{L}\p{N}]+/gu) ?? [];
  const beginnings = words.slice(0, WORDS_SEARCHED).map((word) => `${word}:*`);
  return sql`to_tsquery('simple', ${beginnings.join(' & ')})`;
}
