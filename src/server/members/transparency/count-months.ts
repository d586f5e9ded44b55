import { eq, sql } from 'drizzle-orm';
import { addDays, addMonths, type Day, monthsBetween } from '#domain/days.ts';
import { isoDay } from '#i18n/format.ts';
import type { Db } from '#server/db/connect.ts';
import { cohortFigures, monthFigures } from '#server/db/schema/index.ts';
import type { Services } from '#server/api/services.ts';
import { countMembers } from './count-members.ts';
import { owedAfter, type Range, readMoney, sumMembers } from './count-money.ts';

type CountServices = Pick<Services, 'db' | 'transaction' | 'clock'> & { config: Pick<Services['config'], 'timeZone'> };

/** Entries or members per statement: one statement for a million would take too long. */
const AT_ONCE = 10_000;

/**
 * Counts up to the end of yesterday, once a day. A month is closed on the second day after it, when no transfer of it can
 * still be uncommitted.
 */
export async function countMonths(services: CountServices, atOnce = AT_ONCE): Promise<void> {
  const { db, clock, config } = services;
  const yesterday = addDays(isoDay(clock.now(), config.timeZone), -1);
  const stored = await db.select().from(monthFigures);
  const last = firstOfMonth(yesterday);
  if (stored.some(({ month, countedTo }) => month === last && countedTo === yesterday)) return;
  const first = await firstDay(services);
  if (first === undefined || first > yesterday) return;
  const closed = new Set(stored.filter(({ isClosed }) => isClosed).map(({ month }) => month));
  for (const name of monthsBetween(first, yesterday)) {
    const month = `${name}-01`;
    if (!closed.has(month)) await services.transaction((tx) => countMonth(tx, services, { month, yesterday, atOnce }));
  }
  await countMembers(services, yesterday, atOnce);
}

function firstOfMonth(day: Day): Day {
  return `${day.slice(0, 7)}-01`;
}

async function firstDay({ db, config }: CountServices): Promise<Day | undefined> {
  const { rows } = await db.execute<{ day: Day | null }>(sql`
    select least(
      (select min(registered_on) from members),
      (select (at at time zone ${config.timeZone})::date from ledger_transfers order by id limit 1)
    )::text as day`);
  return rows[0]?.day ?? undefined;
}

type Count = { month: Day; yesterday: Day; atOnce: number };

async function countMonth(tx: Db, services: CountServices, { month, yesterday, atOnce }: Count): Promise<void> {
  await tx.execute(sql`set transaction isolation level repeatable read`);
  // The sums of a million members take longer than a page may wait.
  await tx.execute(sql`set local statement_timeout = '60s'`);
  // Before the first query, so that a count that waited sees what the other one stored.
  await tx.execute(sql`lock table ${monthFigures} in share row exclusive mode`);
  const end = addDays(addMonths(month, 1), -1);
  const range: Range = { first: month, last: end < yesterday ? end : yesterday };
  const [stored] = await tx.select().from(monthFigures).where(eq(monthFigures.month, month));
  if (stored?.isClosed) return;
  await sumMembers(tx, range, atOnce);
  const figures = {
    ...(await readMoney(tx, range, services.config.timeZone)),
    owed: await owedAfter(tx, await owedBefore(tx, month), range),
    isClosed: end < yesterday,
    countedAt: services.clock.now(),
  };
  await tx
    .insert(monthFigures)
    .values({ month, ...figures })
    .onConflictDoUpdate({ target: monthFigures.month, set: figures });
  await countCohorts(tx, month, atOnce);
}

async function owedBefore(tx: Db, month: Day): Promise<bigint> {
  const before = eq(monthFigures.month, addMonths(month, -1));
  const [stored] = await tx.select({ owed: monthFigures.owed }).from(monthFigures).where(before);
  return stored?.owed ?? 0n;
}

/** `moved` by the month of joining. */
async function countCohorts(tx: Db, month: Day, atOnce: number): Promise<void> {
  await tx.delete(cohortFigures).where(eq(cohortFigures.month, month));
  const { rows } = await tx.execute<{ last: number }>(sql`select coalesce(max(member_id), 0) as last from moved`);
  const last = rows[0]?.last ?? 0;
  for (let first = 1; first <= last; first += atOnce) {
    await tx.execute(sql`
      insert into cohort_figures as c (joined, month, paid, paid_members, credited, credited_members)
      select joined, ${month}::date, sum(paid), count(*) filter (where has_paid), sum(credited),
        count(*) filter (where was_credited)
      from (
        select date_trunc('month', m.registered_on)::date as joined, v.paid, v.credited,
          (v.paid <> 0 or v.refunded <> 0) and not exists (
            select from ledger_accounts a join ledger_entries e on e.account_id = a.id
            where a.member_id = v.member_id and a.kind = 'held' and e.kind in ('sale', 'payout') and e.day < ${month}
          ) as has_paid,
          v.credited <> 0 and not exists (
            select from ledger_accounts a join ledger_days d on d.account_id = a.id
            where a.member_id = v.member_id and a.kind = 'available' and d.kind in ('accrual', 'correction')
              and d.day < ${month}
          ) as was_credited
        from moved v join members m on m.id = v.member_id
        where v.member_id between ${first} and ${first + atOnce - 1} and (v.paid, v.refunded, v.credited) <> (0, 0, 0)
      ) as of_members
      group by joined
      on conflict (joined, month) do update set paid = c.paid + excluded.paid,
        paid_members = c.paid_members + excluded.paid_members, credited = c.credited + excluded.credited,
        credited_members = c.credited_members + excluded.credited_members`);
  }
}
