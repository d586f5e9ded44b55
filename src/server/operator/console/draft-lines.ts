import { and, desc, eq, or, type SQL, sql } from 'drizzle-orm';
import type * as z from 'zod/mini';
import type { AccrualSummary, listDraftLines } from '#contracts/console/accruals.ts';
import type { OutputOf } from '#contracts/contract.ts';
import { moneyText } from '#domain/money.ts';
import { refuse, type Refused, refuseField } from '#domain/refusals.ts';
import { isUuid } from '#domain/uuid.ts';
import type { Db } from '#server/db/connect.ts';
import { accrualBatches, accrualDraftLines, accrualDrafts } from '#server/db/schema/index.ts';
import type { Services } from '#server/api/services.ts';
import type { AccrualLine } from '#server/members/accruals/index.ts';
import { keysetOf, PAGE, startsWith } from './keyset.ts';
import { presentBatch } from './posted-batches.ts';
import { totalOf } from './total.ts';

type Line = AccrualLine & { amountMicros: bigint };

const LINES_AT_ONCE = 10_000;

export async function insertLines(tx: Db, draftId: string, lines: readonly Line[]): Promise<void> {
  for (let start = 0; start < lines.length; start += LINES_AT_ONCE) {
    const part = lines.slice(start, start + LINES_AT_ONCE);
    const texts = (name: 'username' | 'reason' | 'source' | 'document') =>
      sql`${sql.param(part.map((line) => line[name].replaceAll('\0', '')))}::text[]`;
    await tx.execute(sql`
      insert into accrual_draft_lines (draft_id, line, username, amount, reason, source, document)
      select ${draftId}::uuid, ${start}::int + row_number() over (), l.* from unnest(
        ${texts('username')}, ${sql.param(part.map(({ amountMicros }) => String(amountMicros)))}::bigint[],
        ${texts('reason')}, ${texts('source')}, ${texts('document')}) as l`);
  }
}

export async function removeLines(tx: Db, draftId: string): Promise<void> {
  await tx.delete(accrualDraftLines).where(eq(accrualDraftLines.draftId, draftId));
}

const SORTS = {
  line: { column: accrualDraftLines.line, type: 'integer' },
  amount: { column: accrualDraftLines.amountMicros, type: 'bigint' },
} as const;

/** Empty once the draft is posted or discarded. */
export async function listLines(
  { db }: Pick<Services, 'db'>,
  { id, search, sort = 'line', cursor, limit = PAGE }: z.output<typeof listDraftLines.input>,
): Promise<OutputOf<typeof listDraftLines> | Refused> {
  const isThere = isUuid(id) && (await db.$count(accrualDrafts, eq(accrualDrafts.id, id))) > 0;
  if (!isThere) return refuse('not_found');
  const keyset = keysetOf(SORTS, sort, { column: accrualDraftLines.line, type: 'integer' }, cursor);
  if (!keyset) return refuseField('cursor', 'invalid');
  const filter = and(eq(accrualDraftLines.draftId, id), isFound(search?.trim() ?? ''));
  const [fetchedRows, total] = await Promise.all([
    db
      .select()
      .from(accrualDraftLines)
      .where(and(filter, keyset.behind))
      .orderBy(...keyset.order)
      .limit(limit + 1),
    totalOf(db, accrualDraftLines, filter, accrualDraftLines.amountMicros),
  ]);
  const { rows, next } = keyset.page(fetchedRows, limit, ({ line, amountMicros }) => {
    return [sort.endsWith('amount') ? amountMicros : line, line];
  });
  return { items: rows.map(present), next, total };
}

function isFound(word: string): SQL | undefined {
  if (word === '') return undefined;
  return or(
    startsWith(accrualDraftLines.username, word.toLowerCase()),
    startsWith(accrualDraftLines.document, word),
    eq(accrualDraftLines.reason, word),
  );
}

function present({ line, username, amountMicros, reason, source, document }: typeof accrualDraftLines.$inferSelect) {
  return { line, username, amount: moneyText(amountMicros), reason, source, document };
}

/** The largest lines, the members with the largest sums, the batch posted last and what differs from it. */
export async function summarise(db: Db, draftId: string, limit: number): Promise<AccrualSummary> {
  const isOfDraft = eq(accrualDraftLines.draftId, draftId);
  const total = sql<string>`sum(${accrualDraftLines.amountMicros})`;
  const [largest, members, [previous], [draft]] = await Promise.all([
    db
      .select()
      .from(accrualDraftLines)
      .where(isOfDraft)
      .orderBy(desc(accrualDraftLines.amountMicros), accrualDraftLines.line)
      .limit(limit),
    db
      .select({ username: accrualDraftLines.username, lines: sql<number>`count(*)::integer`, total })
      .from(accrualDraftLines)
      .where(isOfDraft)
      .groupBy(accrualDraftLines.username)
      .orderBy(desc(total), accrualDraftLines.username)
      .limit(limit),
    db.select().from(accrualBatches).orderBy(desc(accrualBatches.postedAt), desc(accrualBatches.batch)).limit(1),
    db.select({ comparison: accrualDrafts.comparison }).from(accrualDrafts).where(eq(accrualDrafts.id, draftId)),
  ]);
  return {
    largest: largest.map(present),
    members: members.map((member) => ({ ...member, total: moneyText(BigInt(member.total)) })),
    previous: previous ? presentBatch(previous) : null,
    comparison: draft?.comparison ?? null,
  };
}
