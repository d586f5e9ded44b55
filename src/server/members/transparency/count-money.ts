import { sql, type SQL } from 'drizzle-orm';
import { type Day, daysFrom } from '#domain/days.ts';
import { ACCRUAL_REASONS } from '#domain/history.ts';
import type { TextsByLanguage } from '#i18n/texts-by-language.ts';
import type { Db } from '#server/db/connect.ts';
import type { AccountKind, monthFigures, ReasonSum } from '#server/db/schema/index.ts';

/** The month up to `last`, which is its end or yesterday. */
export type Range = { first: Day; last: Day };
type Money = Pick<
  typeof monthFigures.$inferInsert,
  | ('paid' | 'paidMembers' | 'refunded' | 'refundedMembers' | 'credited' | 'creditedMembers')
  | ('paidOut' | 'paidOutMembers' | 'reasons' | 'topMembers' | 'otherMembers' | 'topShare')
>;

/** How an entry of a platform account changes its member’s sums. Other accounts count for `owed` only. */
const PARTS: Partial<Record<AccountKind, { paid?: SQL; refunded?: SQL; credited?: SQL; paid_out?: SQL }>> = {
  sales: { paid: sql`amount`, refunded: sql`greatest(-amount, 0)` },
  fees: { paid: sql`amount` },
  earnings: { credited: sql`-amount` },
  payouts: { paid_out: sql`amount` },
};

/** Fills the temporary tables `moved` and `credits`, `atOnce` entries per statement. */
export async function sumMembers(tx: Db, range: Range, atOnce: number): Promise<void> {
  await tx.execute(sql`
    create temporary table moved (
      member_id integer primary key, paid bigint not null, refunded bigint not null, credited bigint not null,
      paid_out bigint not null
    ) on commit drop`);
  await tx.execute(sql`
    create temporary table credits (reason text, member_id integer, amount bigint not null, primary key (reason, member_id))
    on commit drop`);
  const { rows: accounts } = await tx.execute<{ id: number; kind: AccountKind }>(
    sql`select id, kind from ledger_accounts where member_id is null`,
  );
  for (const { id, kind } of accounts) {
    if (!PARTS[kind]) continue;
    let after: Position | undefined = { day: range.first, at: '-infinity', id: '0' };
    while (after) after = await addEntries(tx, { id, kind }, { after, last: range.last, atOnce });
  }
}

type Position = { day: string; at: string; id: string };
type Part = { after: Position; last: Day; atOnce: number };

async function addEntries(
  tx: Db,
  account: { id: number; kind: AccountKind },
  { after, last, atOnce }: Part,
): Promise<Position | undefined> {
  const sum = (part: keyof NonNullable<(typeof PARTS)[AccountKind]>) =>
    sql`coalesce(sum(${PARTS[account.kind]?.[part] ?? sql`0`}), 0)`;
  const { rows } = await tx.execute<Position>(sql`
    with part as materialized (
      select id, transfer_id, day, at, amount from ledger_entries
      where account_id = ${account.id} and kind <> 'release' and day <= ${last}
        and (day, at, id) > (${after.day}::date, ${after.at}::timestamptz, ${after.id}::bigint)
      order by day, at, id limit ${atOnce}
    ), found as (
      select t.member_id, part.amount,
        case when t.kind = 'accrual' then coalesce(t.details ->> 'reason', 'earnings') else 'adjustment' end as reason
      from part join ledger_transfers t on t.id = part.transfer_id
    ), in_all as (
      insert into moved as m
      select member_id, ${sum('paid')}, ${sum('refunded')}, ${sum('credited')}, ${sum('paid_out')}
      from found group by member_id
      on conflict (member_id) do update set paid = m.paid + excluded.paid, refunded = m.refunded + excluded.refunded,
        credited = m.credited + excluded.credited, paid_out = m.paid_out + excluded.paid_out
    ), by_reason as (
      insert into credits as c
      select reason, member_id, ${sum('credited')} from found where ${account.kind} = 'earnings' group by 1, 2
      on conflict (reason, member_id) do update set amount = c.amount + excluded.amount
    )
    select day::text, at::text, id::text from part order by part.day desc, part.at desc, part.id desc limit 1`);
  return rows[0];
}

/** Sums the temporary tables. */
export async function readMoney(tx: Db, { last }: Range, timeZone: string): Promise<Money> {
  const { rows } = await tx.execute<Record<string, string | null>>(sql`
    select coalesce(sum(paid), 0)::text as paid, count(*) filter (where paid <> 0 or refunded <> 0) as paid_members,
      coalesce(sum(refunded), 0)::text as refunded, count(*) filter (where refunded <> 0) as refunded_members,
      coalesce(sum(credited), 0)::text as credited, count(*) filter (where credited <> 0) as credited_members,
      coalesce(sum(paid_out), 0)::text as paid_out, count(*) filter (where paid_out <> 0) as paid_out_members
    from moved`);
  const sums = rows[0] ?? {};
  const micros = (name: string) => BigInt(sums[name] ?? 0);
  const members = (name: string) => Number(sums[`${name}_members`]);
  return {
    ...{ paid: micros('paid'), paidMembers: members('paid') },
    ...{ refunded: micros('refunded'), refundedMembers: members('refunded') },
    ...{ credited: micros('credited'), creditedMembers: members('credited') },
    ...{ paidOut: micros('paid_out'), paidOutMembers: members('paid_out') },
    reasons: await reasonsOf(tx),
    ...(await topOf(tx, last, timeZone)),
  };
}

/** As in the history of a member: corrections are adjustments, and reasons that no batch labels are earnings. */
async function reasonsOf(tx: Db): Promise<ReasonSum[]> {
  const { rows: own } = await tx.execute<{ reason: string; label: TextsByLanguage | null }>(sql`
    select reason, (
      select labels -> reason from accrual_batches b
      where jsonb_exists(labels, reason) order by posted_at desc, batch desc limit 1
    ) as label
    from (select distinct reason from credits) as used where reason <> all(${sql.param([...ACCRUAL_REASONS])}::text[])`);
  const labels = new Map(own.flatMap(({ reason, label }) => (label ? [[reason, label] as const] : [])));
  const { rows } = await tx.execute<{ reason: string; micros: string; members: number }>(sql`
    select reason, sum(amount)::text as micros, count(*)::integer as members from (
      select case when reason = any(${sql.param([...ACCRUAL_REASONS, ...labels.keys()])}::text[]) then reason else 'earnings' end
        as reason, member_id, sum(amount) as amount
      from credits group by 1, 2
    ) as of_members where amount <> 0 group by reason order by reason`);
  return rows.map((row) => ({ ...row, ...(labels.has(row.reason) && { label: labels.get(row.reason)! }) }));
}

/** Of all members at the end of the month, former ones not counted; members below zero have no share. */
async function topOf(
  tx: Db,
  last: Day,
  timeZone: string,
): Promise<Pick<Money, 'topMembers' | 'otherMembers' | 'topShare'>> {
  const { rows } = await tx.execute<{ members: number; others: number; share: number }>(sql`
    with top as (
      select ceil(count(*) / 100.0) as size from members
      where registered_on <= ${last} and (closed_at is null or ${dayOf(sql`closed_at`, timeZone)} > ${last})
    ), earners as (
      select credited, row_number() over (order by credited desc, member_id) <= (select size from top) as is_top
      from moved where credited > 0
    )
    select (count(*) filter (where is_top))::integer as members, (count(*) filter (where not is_top))::integer as others,
      coalesce(round(1000 * sum(credited) filter (where is_top) / sum(credited)), 0)::integer as share
    from earners`);
  const { members = 0, others = 0, share = 0 } = rows[0] ?? {};
  return { topMembers: members, otherMembers: others, topShare: share };
}

export function dayOf(time: SQL, timeZone: string): SQL {
  return sql`(${time} at time zone ${timeZone})::date`;
}

/** Entries of the platform are what members’ accounts don’t have; a day per statement. */
export async function owedAfter(tx: Db, owedBefore: bigint, { first, last }: Range): Promise<bigint> {
  let owed = owedBefore;
  const count = Math.round((Date.parse(last) - Date.parse(first)) / 86_400_000) + 1;
  for (const day of daysFrom(first, count)) {
    const { rows } = await tx.execute<{ micros: string }>(sql`
      select coalesce(sum(amount), 0)::text as micros from ledger_entries
      where number is null and day = ${day}
        and account_id = any(array(select id from ledger_accounts where member_id is null))`);
    owed -= BigInt(rows[0]?.micros ?? 0);
  }
  return owed;
}
