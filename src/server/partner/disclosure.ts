import { sql } from 'drizzle-orm';
import type { OutputOf } from '#contracts/contract.ts';
import type { getDisclosure } from '#contracts/disclosure.ts';
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

async function compute(house: House, now: Date): Promise<Disclosure> {
  const { rows } = await house.db.execute<Disclosure['members']>(sql`
    select count(*)::integer as all, count(activated_at)::integer as activated,
      (count(*) filter (where active))::integer as active
    from members`);
  const [members] = rows;
  if (!members) throw new Error('counting the members gave nothing');
  // No ledger yet: no money has been recorded, so there is nothing to take quartiles of.
  return { computed_at: now.toISOString(), members, money: null };
}
