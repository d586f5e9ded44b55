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
  const condition = buildCondition(filter);
  const { matches, continueBefore } =
    search === undefined
      ? { matches: await selectNewest(db, condition).limit(limit + 1), continueBefore: undefined }
      : await searchEntries(db, condition, buildQuery(search), limit + 1);
  const rows = matches.slice(0, limit).map(withoutWords);
  return { rows, next: (matches.length > limit ? rows.at(-1)?.number : continueBefore) ?? null };
}

/** The condition of `listAudit`, without search and page. */
export function auditFilter(filter: Pick<AuditFilter, 'action' | 'subject' | 'from' | 'to'>): SQL | undefined {
  return buildCondition(filter);
}

function withoutWords(row: typeof auditLog.$inferSelect): AuditEntry {
  const { words: _, ...entry } = row;
  return entry;
}

const { at, number } = auditLog;

function buildCondition({ actor, action, subject, from, to, before }: Omit<AuditFilter, 'search' | 'limit'>) {
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

function selectNewest(db: Db, condition: SQL | undefined) {
  return db.select().from(auditLog).where(condition).orderBy(desc(at), desc(number)).$dynamic();
}

const FIRST_SCAN = 2_000;
const DEEP_SCAN = 15_000;
const RARE = 5_000;

type SearchResult = { matches: (typeof auditLog.$inferSelect)[]; continueBefore?: number | undefined };

/** PostgreSQL can't estimate word prefixes: common words use the newest entries, rare ones the index. */
async function searchEntries(db: Db, condition: SQL | undefined, query: SQL, limit: number): Promise<SearchResult> {
  const common = await scanNewest(db, condition, query, { limit, maxScanned: FIRST_SCAN });
  if (common.matches.length === limit || common.continueBefore === undefined) return common;
  // The index alone takes 250 ms for 500,000 matches.
  const rare = (await isCommon(db, query)) ? undefined : await findNumbers(db, condition, query);
  if (rare === undefined || rare.length > RARE)
    return scanNewest(db, condition, query, { limit, maxScanned: DEEP_SCAN });
  const matches = await db
    .select()
    .from(auditLog)
    .where(sql`${number} = any(${sql.param(rare)}::bigint[])`)
    // Prevents a scan in index order: these rows are fetched by number.
    .orderBy(desc(sql`${at} + interval '0'`), desc(number))
    .limit(limit);
  return { matches };
}

async function scanNewest(
  db: Db,
  condition: SQL | undefined,
  query: SQL,
  { limit, maxScanned }: { limit: number; maxScanned: number },
): Promise<SearchResult> {
  const latest = selectNewest(db, condition).limit(maxScanned).as('latest');
  const matches = await db
    .select()
    .from(latest)
    .where(sql`${latest.words} @@ ${query}`)
    .orderBy(desc(latest.at), desc(latest.number))
    .limit(limit);
  if (matches.length === limit) return { matches };
  const [last] = await selectNewest(db, condition)
    .limit(1)
    .offset(maxScanned - 1);
  return { matches, continueBefore: last?.number };
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
async function findNumbers(db: Db, condition: SQL | undefined, query: SQL): Promise<number[]> {
  const { rows } = await db.execute<{ number: string }>(sql`
    with found as materialized (
      select ${number} as number from ${auditLog} where ${and(condition, sql`${auditLog.words} @@ ${query}`)}
    )
    select number from found limit ${RARE + 1}`);
  return rows.map((row) => Number(row.number));
}

const WORDS_SEARCHED = 10;

/** A text without words matches no entry. */
function buildQuery(search: string): SQL {
  const words = search.match(/[\p{L}\p{N}]+/gu) ?? [];
  const beginnings = words.slice(0, WORDS_SEARCHED).map((word) => `${word}:*`);
  return sql`to_tsquery('simple', ${beginnings.join(' & ')})`;
}
