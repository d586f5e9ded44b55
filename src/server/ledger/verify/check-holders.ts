import { sql } from 'drizzle-orm';
import type { Db } from '#server/db/connect.ts';
import type { Report } from './report.ts';

type Holder = { member_id: number; active: boolean; real_estate: number; licences: number; dreamx: number };

/** Whoever has places is what their open places make of them; who has closed their account is not active, whatever is open. */
export async function checkHolders(db: Db, report: Report): Promise<void> {
  const { rows } = await db.execute<Holder>(sql`
    select m.id as member_id, m.active, m.real_estate, held.licences, held.dreamx
    from members m join (
      select p.member_id,
        count(*) filter (where plans.platform = 'licenses' and p.closed_at is null)::int as licences,
        count(*) filter (where plans.platform = 'dreamx' and p.closed_at is null)::int as dreamx
      from places p join plans on plans.id = p.plan_id group by p.member_id
    ) as held on held.member_id = m.id
    where m.active is distinct from (held.licences > 0 and m.closed_at is null)
      or m.real_estate <> held.dreamx
    order by m.id limit 100`);
  for (const { member_id, active, real_estate, licences, dreamx } of rows) {
    const says = `Member #${member_id} is ${active ? '' : 'not '}active and has ${real_estate} of real estate`;
    report.add('member_wrong', `${says}; their open places are ${licences} of licences and ${dreamx} of Dream X.`);
  }
}
