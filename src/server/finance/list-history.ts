import { sql } from 'drizzle-orm';
import type * as z from 'zod/mini';
import type { listHistory } from '#contracts/finance.ts';
import { fault } from '#domain/field-faults.ts';
import type { HistoryKind } from '#domain/history.ts';
import { type Refused, refuse } from '#domain/refusals.ts';
import type { Db } from '#server/db/connect.ts';
import type { House } from '#server/house.ts';
import {
  accountOf,
  daysWithin,
  findPlace,
  type HistoryEntry,
  type HistoryRange,
  readEntries,
} from './history-entries.ts';

type Input = z.output<typeof listHistory.input>;
type Totals = { receivedMicros: bigint; spentMicros: bigint };
type Page = { entries: HistoryEntry[]; next: string | null; totals: Totals };

const PAGE = 20;

/** One page of what moved a member's balance; the last entry of a page is the cursor of the next. */
export async function listMemberHistory(
  { db }: Pick<House, 'db'>,
  memberId: number,
  { cursor, limit = PAGE, ...range }: Input,
): Promise<Page | Refused> {
  const after = cursor === undefined ? undefined : await findPlace(db, memberId, cursor);
  if (cursor !== undefined && !after) return refuse('invalid', { fields: { cursor: [fault('invalid')] } });
  const [found, totals] = await Promise.all([
    readEntries(db, memberId, range, { order: 'newest', after, limit: limit + 1 }),
    readTotals(db, memberId, range),
  ]);
  const entries = found.slice(0, limit).map(({ entry }) => entry);
  return { entries, next: found.length > limit ? (entries.at(-1)?.id ?? null) : null, totals };
}

/** Of the whole period, however many entries it has: the database keeps the sum of each day. */
async function readTotals(db: Db, memberId: number, range: HistoryRange): Promise<Totals> {
  const { rows } = await db.execute<{ kind: HistoryKind; total: string }>(sql`
    select kind, sum(amount) as total from ledger_days
    where ${sql.join([sql`account_id = ${accountOf(memberId)}`, ...daysWithin(range)], sql` and `)} group by kind`);
  const asked = rows.filter(({ kind }) => range.kind === undefined || kind === range.kind);
  const sumOf = (isCounted: (kind: HistoryKind) => boolean) =>
    asked.filter(({ kind }) => isCounted(kind)).reduce((sum, { total }) => sum + BigInt(total), 0n);
  return {
    receivedMicros: sumOf((kind) => !isSpending(kind)),
    spentMicros: -sumOf(isSpending),
  };
}

function isSpending(kind: HistoryKind): boolean {
  return kind === 'withdrawal' || kind === 'purchase';
}
