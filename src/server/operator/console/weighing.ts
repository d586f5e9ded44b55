import { sql } from 'drizzle-orm';
import type { Weighing } from '#contracts/console/withdrawals.ts';
import { moneyText } from '#domain/money.ts';
import type { Db } from '#server/db/connect.ts';

type Row = {
  id: string;
  available: string | null;
  count: number;
  total: string | null;
  to_count: number;
  to_total: string | null;
  shared_with: string[] | null;
};

/** Destinations of an exchange have many owners; only the first few are read. */
const OTHERS_READ = 100;
const OTHERS_SHOWN = 3;

/** By the id of the withdrawal. */
export async function readWeighing(db: Db, ids: readonly string[]): Promise<Map<string, Weighing>> {
  const { rows } = await db.execute<Row>(sql`
    select w.id, account.balance::text as available, done.count, done.total::text,
      done.to_count, done.to_total::text, others.usernames as shared_with
    from withdrawals w
    left join ledger_accounts account on account.member_id = w.member_id and account.kind = 'available'
    cross join lateral (
      select count(*)::integer as count, sum(amount) as total,
        (count(*) filter (where e.destination = w.destination))::integer as to_count,
        sum(amount) filter (where e.destination = w.destination) as to_total
      from withdrawals e where e.member_id = w.member_id and e.state = 'completed' and e.id <> w.id
    ) as done
    cross join lateral (
      select array_agg(username) as usernames from (
        select distinct m.username from (
          select o.member_id from withdrawals o
          where o.destination = w.destination and o.member_id <> w.member_id limit ${OTHERS_READ}
        ) as o join members m on m.id = o.member_id
        order by m.username limit ${OTHERS_SHOWN}
      ) as named
    ) as others
    where w.id = any(${sql.param([...ids])}::uuid[])`);
  return new Map(rows.map((row) => [row.id, present(row)]));
}

function present({ available, count, total, to_count, to_total, shared_with }: Row): Weighing {
  return {
    available: text(available),
    completed: { count, total: text(total) },
    to_destination: { count: to_count, total: text(to_total) },
    shared_with: shared_with ?? [],
  };
}

const text = (micros: string | null) => moneyText(BigInt(micros ?? 0));
