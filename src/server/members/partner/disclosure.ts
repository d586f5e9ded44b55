import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import type { OutputOf } from '#contracts/contract.ts';
import type { getDisclosure } from '#contracts/disclosure.ts';
import { moneyText } from '#domain/money.ts';
import { addSeconds } from '#server/base/clock.ts';
import type { Db } from '#server/db/connect.ts';
import type { Services } from '#server/api/services.ts';
import { errorFields } from '#server/base/log.ts';

type Disclosure = OutputOf<typeof getDisclosure>;

const FRESH_SECONDS = 600;
/** Longest wait for newer figures; then the older ones are returned. */
const PATIENCE_MS = 1_000;
/** Members per statement: one statement for a million would take too long. */
const MEMBERS_AT_ONCE = 50_000;

/** Cached for ten minutes, because counting everybody takes seconds. */
export function disclosureOf(services: Services, membersAtOnce = MEMBERS_AT_ONCE): () => Promise<Disclosure> {
  let latest: Disclosure | undefined;
  let counting: Promise<Disclosure> | undefined;
  const count = async (now: Date) => {
    try {
      return (latest = await compute(services, now, membersAtOnce));
    } finally {
      counting = undefined;
    }
  };
  return async () => {
    const now = services.clock.now();
    const older = latest;
    if (older && now < addSeconds(new Date(older.computed_at), FRESH_SECONDS)) return older;
    counting ??= count(now);
    if (!older) return counting;
    const newer = counting.catch((error: unknown) => {
      services.log('error', 'disclosure', errorFields(error));
      return older;
    });
    return Promise.race([newer, delay(PATIENCE_MS, older, { ref: false })]);
  };
}

type Figures = {
  all: number;
  active: number;
  earned_nothing: number;
  ever_withdrew: number;
  quartiles: [string, string, string] | null;
  is_recorded: boolean;
};

function compute(services: Services, now: Date, membersAtOnce: number): Promise<Disclosure> {
  return services.transaction(async (tx) => {
    await tx.execute(sql`set transaction isolation level repeatable read`);
    await tx.execute(sql`
      create temporary table disclosed (active boolean, gain bigint, earned bigint, withdrew boolean)
      on commit drop`);
    const { rows: newest } = await tx.execute<{ id: number }>(sql`select coalesce(max(id), 0) as id from members`);
    const last = newest[0]?.id ?? 0;
    for (let first = 1; first <= last; first += membersAtOnce) await addMembers(tx, first, first + membersAtOnce - 1);
    return present(await figuresOf(tx), now);
  });
}

/** Earned - paid (places, fees) = balance + withdrawn - received, because the ledger balances. A withdrawn purchase is 0. */
async function addMembers(tx: Db, first: number, last: number): Promise<void> {
  const inThisPart = sql`member_id between ${first} and ${last}`;
  await tx.execute(sql`
    with money as (
      select member_id, balance as gain, 0 as paid, false as withdrew from ledger_accounts
      where ${inThisPart} and balance <> 0
      union all
      select member_id, amount - fee, fee, amount > refund from withdrawals where ${inThisPart} and state = 'completed'
      union all
      select member_id, -received, case when state = 'active' and not exists (
          select from purchase_withdrawals w where w.transaction_id = transactions.id
        ) then price else 0 end, false
      from transactions where ${inThisPart} and received > 0
    ), of_members as (
      select member_id, sum(gain)::bigint as gain, sum(gain + paid)::bigint as earned, bool_or(withdrew) as withdrew
      from money group by member_id
    )
    insert into disclosed
    select m.active, coalesce(o.gain, 0), coalesce(o.earned, 0), coalesce(o.withdrew, false)
    from members m left join of_members o on o.member_id = m.id
    where m.id between ${first} and ${last}`);
}

async function figuresOf(tx: Db): Promise<Figures> {
  const { rows } = await tx.execute<Figures>(sql`
    select count(*)::integer as all, (count(*) filter (where active))::integer as active,
      (count(*) filter (where earned <= 0))::integer as earned_nothing,
      (count(*) filter (where withdrew))::integer as ever_withdrew,
      percentile_disc(array[0.25, 0.5, 0.75]) within group (order by gain)::text[] as quartiles,
      exists (select from ledger_transfers) as is_recorded
    from disclosed`);
  const [figures] = rows;
  if (!figures) throw new Error('counting the members gave nothing');
  return figures;
}

function present(figures: Figures, now: Date): Disclosure {
  const { all, active } = figures;
  return { computed_at: now.toISOString(), members: { all, active }, money: moneyOf(figures) };
}

/** Null before the first transfer. */
function moneyOf({ earned_nothing, ever_withdrew, quartiles, is_recorded }: Figures): Disclosure['money'] {
  if (!is_recorded || !quartiles) return null;
  const [lower = '', median = '', upper = ''] = quartiles.map((micros) => moneyText(BigInt(micros)));
  return { earned_nothing, ever_withdrew, quartiles: { lower, median, upper } };
}
