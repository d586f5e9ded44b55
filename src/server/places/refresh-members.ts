import { sql } from 'drizzle-orm';
import type { Db } from '#server/db/connect.ts';

/**
 * Writes at members what their open places make of them: active with a licence, and how much real estate. Totals and
 * teams follow by triggers. Rows are locked in order, so that two who refresh the same people never cross.
 */
export async function refreshMembers(tx: Db, memberIds: readonly number[]): Promise<void> {
  if (memberIds.length === 0) return;
  const ids = sql.param([...new Set(memberIds)]);
  await tx.execute(sql`select from members where id = any(${ids}::integer[]) order by id for no key update`);
  await tx.execute(sql`
    update members m set active = held.active, real_estate = held.real_estate
    from (
      select m.id,
        count(*) filter (where plans.platform = 'licenses') > 0
          and m.closed_at is null as active,
        count(*) filter (where plans.platform = 'dreamx') as real_estate
      from members m
        left join places p on p.member_id = m.id and p.closed_at is null
        left join plans on plans.id = p.plan_id
      where m.id = any(${ids}::integer[]) group by m.id
    ) as held
    where m.id = held.id
      and (m.active, m.real_estate) is distinct from (held.active, held.real_estate)`);
}
