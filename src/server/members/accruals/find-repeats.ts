import { sql } from 'drizzle-orm';
import type { Db } from '#server/db/connect.ts';
import type { BatchLine } from '#server/ledger/index.ts';

/** How many of the lines a batch has already: same member, amount, reason and document. */
type Repeat = { batch: string; lines: number };

const MAX_BATCHES = 5;

/** Other batches with the most of these lines first. Reversed lines don’t count. */
export async function findRepeats(db: Db, batch: string, lines: readonly BatchLine[]): Promise<Repeat[]> {
  if (lines.length === 0) return [];
  const column = (read: (line: BatchLine) => unknown) => sql.param(lines.map(read));
  const { rows } = await db.execute<Repeat>(sql`
    select t.details ->> 'batch' as batch, count(distinct l.line)::integer as lines
    from unnest(
      ${column(({ memberId }) => memberId)}::int[], ${column(({ amountMicros }) => String(amountMicros))}::bigint[],
      ${column(({ details }) => details['reason'])}::text[], ${column(({ details }) => details['document'])}::text[]
    ) with ordinality as l(member_id, amount, reason, document, line)
    join ledger_transfers t
      on t.details ->> 'document' = l.document and t.member_id = l.member_id and t.kind = 'accrual'
      and t.details ->> 'reason' = l.reason and t.details ->> 'batch' <> ${batch}
    join ledger_entries e on e.transfer_id = t.id and e.amount = l.amount
    where not exists (select from ledger_transfers r where r.key = t.key || ':reversed')
    group by 1 order by 2 desc, 1 limit ${MAX_BATCHES}`);
  return rows;
}
