import { sql } from 'drizzle-orm';
import type { Db } from '#server/db/connect.ts';
import type { CountedFigures } from '#server/db/schema/index.ts';
import { resultsOf } from '#server/ledger/index.ts';

/** Members per statement: one statement for a million would take too long. */
const MEMBERS_AT_ONCE = 50_000;

/** Needs a repeatable read. Takes seconds for a million members. */
export async function countMembers(tx: Db, membersAtOnce = MEMBERS_AT_ONCE): Promise<CountedFigures> {
  await tx.execute(sql`
    create temporary table disclosed (member_id integer, active boolean, gain bigint, earned bigint, withdrew boolean)
    on commit drop`);
  const { rows: newest } = await tx.execute<{ id: number }>(sql`select coalesce(max(id), 0) as id from members`);
  const last = newest[0]?.id ?? 0;
  for (let first = 1; first <= last; first += membersAtOnce) await addMembers(tx, first, first + membersAtOnce - 1);
  const figures = await figuresOf(tx);
  return { ...figures, plans: figures.money ? await planRecords(tx) : {} };
}

async function addMembers(tx: Db, first: number, last: number): Promise<void> {
  await tx.execute(sql`
    insert into disclosed
    select m.id, m.active, coalesce(r.gain, 0), coalesce(r.earned, 0), coalesce(r.withdrew, false)
    from members m left join ${resultsOf(sql`member_id between ${first} and ${last}`)} as r on r.member_id = m.id
    where m.id between ${first} and ${last}`);
}

type Row = {
  all: number;
  active: number;
  earned_nothing: number;
  ever_withdrew: number;
  quartiles: [string, string, string] | null;
  is_recorded: boolean;
};

async function figuresOf(tx: Db): Promise<Omit<CountedFigures, 'plans'>> {
  const { rows } = await tx.execute<Row>(sql`
    select count(*)::integer as all, (count(*) filter (where active))::integer as active,
      (count(*) filter (where earned <= 0))::integer as earned_nothing,
      (count(*) filter (where withdrew))::integer as ever_withdrew,
      percentile_disc(array[0.25, 0.5, 0.75]) within group (order by gain)::text[] as quartiles,
      exists (select from ledger_transfers) as is_recorded
    from disclosed`);
  const [row] = rows;
  if (!row) throw new Error('counting the members gave nothing');
  const { all, active, earned_nothing: earnedNothing, ever_withdrew: everWithdrew, quartiles, is_recorded } = row;
  return { all, active, money: is_recorded && quartiles ? { earnedNothing, everWithdrew, quartiles } : null };
}

/** All places ever opened and not withdrawn, those that are full, and the median result of the members who have or had one. */
async function planRecords(tx: Db): Promise<CountedFigures['plans']> {
  const { rows: plans } = await tx.execute<{ id: string }>(sql`
    select id from plans where exists (select from places where plan_id = plans.id and closing is distinct from 'withdrawn') order by id`);
  const records: CountedFigures['plans'] = {};
  for (const { id } of plans) {
    const { rows } = await tx.execute<CountedFigures['plans'][string]>(sql`
      select sum(p.places)::integer as places, sum(p.completed)::integer as completed,
        (percentile_disc(0.5) within group (order by d.gain))::text as median
      from (
        select member_id, count(*) as places, count(*) filter (where closing = 'full') as completed
        from places where plan_id = ${id} and closing is distinct from 'withdrawn' group by member_id
      ) as p join disclosed d on d.member_id = p.member_id`);
    if (rows[0]) records[id] = rows[0];
  }
  return records;
}
