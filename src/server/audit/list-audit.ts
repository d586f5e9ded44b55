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

/**
 * The newest first. `next` is the `before` of the next page, `null` behind the last one. A search for a word that very
 * many entries have, but none of the newest, goes back a part of the log at a time: such a page has fewer entries than
 * `limit`, perhaps none, and a `next`.
 */
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
/** Who has more entries than this has a common word. */
const RARE = 5_000;

type Found = { found: (typeof auditLog.$inferSelect)[]; goesOn?: number | undefined };

/**
 * A common word is soon found among the newest entries, a rare one by its index. PostgreSQL can't tell which is which
 * from the beginning of a word, so the newest are looked through, and then a sample tells it. What is common and not
 * among the newest is looked for further back, as far as that is soon done.
 */
async function searched(db: Db, wanted: SQL | undefined, query: SQL, limit: number): Promise<Found> {
  const common = await lookThrough(db, wanted, query, { limit, most: LOOKED_THROUGH });
  if (common.found.length === limit || common.goesOn === undefined) return common;
  // The index alone takes a quarter of a second to name half a million entries.
  const rare = (await isCommon(db, query)) ? undefined : await numbersOf(db, wanted, query);
  if (rare === undefined || rare.length > RARE) return lookThrough(db, wanted, query, { limit, most: GONE_BACK });
  const found = await db
    .select()
    .from(auditLog)
    .where(sql`${number} = any(${sql.param(rare)}::bigint[])`)
    // No index has this order: each of them is fetched by its number.
    .orderBy(desc(sql`${at} + interval '0'`), desc(number))
    .limit(limit);
  return { found };
}

/** Of so many entries those that have the words; `goesOn` is the last of them, where there may be more behind it. */
async function lookThrough(
  db: Db,
  wanted: SQL | undefined,
  query: SQL,
  { limit, most }: { limit: number; most: number },
): Promise<Found> {
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
/** Any large prime: what comes every so many entries is met as often as it is there. */
const STRIDE = 2_654_435_761;

/** By a sample of the whole log: numbers have no gaps. */
async function isCommon(db: Db, query: SQL): Promise<boolean> {
  const { rows } = await db.execute<{ having: number }>(sql`
    select count(*)::int as having from ${auditLog} where ${auditLog.words} @@ ${query} and ${number} = any(array(
      select 1 + n * ${sql.raw(String(STRIDE))} % last.number
      from (select max(${number}) as number from ${auditLog}) as last, generate_series(1, ${sql.raw(String(SAMPLE))}) as n))`);
  return (rows[0]?.having ?? 0) >= COMMON_IN_SAMPLE;
}

/** Of all that have the words, or of more than are rare; by the index, because a page of them is not asked for. */
async function numbersOf(db: Db, wanted: SQL | undefined, query: SQL): Promise<number[]> {
  const { rows } = await db.execute<{ number: string }>(sql`
    with found as materialized (
      select ${number} as number from ${auditLog} where ${and(wanted, sql`${auditLog.words} @@ ${query}`)}
    )
    select number from found limit ${RARE + 1}`);
  return rows.map((row) => Number(row.number));
}

const WORDS_SEARCHED = 10;

/** A text without a word is in no entry. */
function queryOf(search: string): SQL {
  const words = search.match(/[\p{L}\p{N}]+/gu) ?? [];
  const beginnings = words.slice(0, WORDS_SEARCHED).map((word) => `${word}:*`);
  return sql`to_tsquery('simple', ${beginnings.join(' & ')})`;
}
