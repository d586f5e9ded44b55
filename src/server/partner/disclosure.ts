import { sql } from 'drizzle-orm';
import type { OutputOf } from '#contracts/contract.ts';
import type { getDisclosure } from '#contracts/disclosure.ts';
import { moneyText } from '#domain/money.ts';
import { addSeconds } from '#server/clock.ts';
import type { House } from '#server/house.ts';

type Disclosure = OutputOf<typeof getDisclosure>;

const FRESH_SECONDS = 600;

/** The figures of all members. Counting everybody takes a while, so a result is shown for ten minutes, with its date. */
export function disclosureOf(house: House): () => Promise<Disclosure> {
  let latest: { until: Date; result: Promise<Disclosure> } | undefined;
  return async () => {
    const now = house.clock.now();
    if (!latest || latest.until <= now) latest = { until: addSeconds(now, FRESH_SECONDS), result: compute(house, now) };
    const { result } = latest;
    result.catch(() => (latest = undefined));
    return result;
  };
}

type Figures = {
  all: number;
  activated: number;
  active: number;
  received_nothing: number;
  ever_withdrew: number;
  quartiles: [string, string, string] | null;
  is_recorded: boolean;
};

/**
 * What members received (accruals and corrections) less what they paid (places and fees) is what they have now and what
 * was paid out to them, less what they brought: the ledger balances. So nobody's history has to be added up.
 */
async function compute(house: House, now: Date): Promise<Disclosure> {
  const { rows } = await house.db.execute<Figures>(sql`
    with money as (
      select member_id, balance as gain, 0 as paid, false as withdrew from ledger_accounts
      where member_id is not null and balance <> 0
      union all
      select member_id, amount - fee, fee, true from withdrawals where state = 'completed'
      union all
      select member_id, -received, case state when 'active' then price else 0 end, false
      from transactions where received > 0
    ), of_members as (
      select member_id, sum(gain)::bigint as gain, sum(gain + paid)::bigint as received, bool_or(withdrew) as withdrew
      from money group by member_id
    )
    select count(*)::integer as all, count(m.activated_at)::integer as activated,
      (count(*) filter (where m.active))::integer as active,
      (count(*) filter (where coalesce(o.received, 0) <= 0))::integer as received_nothing,
      (count(*) filter (where o.withdrew))::integer as ever_withdrew,
      percentile_disc(array[0.25, 0.5, 0.75]) within group (order by coalesce(o.gain, 0))::text[] as quartiles,
      exists (select from ledger_transfers) as is_recorded
    from members m left join of_members o on o.member_id = m.id`);
  const [figures] = rows;
  if (!figures) throw new Error('counting the members gave nothing');
  const { all, activated, active } = figures;
  return { computed_at: now.toISOString(), members: { all, activated, active }, money: moneyOf(figures) };
}

/** Nothing until the first money has been recorded. */
function moneyOf({ received_nothing, ever_withdrew, quartiles, is_recorded }: Figures): Disclosure['money'] {
  if (!is_recorded || !quartiles) return null;
  const [lower = '', median = '', upper = ''] = quartiles.map((micros) => moneyText(BigInt(micros)));
  return { received_nothing, ever_withdrew, quartiles: { lower, median, upper } };
}
