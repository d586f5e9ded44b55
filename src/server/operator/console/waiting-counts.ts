import { sql, type SQL } from 'drizzle-orm';
import { isAble, type StaffRole } from '#domain/staff.ts';
import { canSeeWaiting, LIVE_WAITING, type LiveWaiting, WAITING_MAX, type WaitingCounts } from '#domain/waiting.ts';
import type { Db } from '#server/db/connect.ts';

/** Approvals of new approvers are only shown to who may change staff. */
type Counts = Record<LiveWaiting | 'grants', number>;

export async function countWaiting(db: Db): Promise<Counts> {
  const { rows } = await db.execute<Record<keyof Counts, string>>(sql`
    select (${countOf(sql`withdrawals where state = 'requested'`)}) as withdrawals,
      (${countOf(sql`approvals where state = 'waiting' and action not like 'staff %'`)}) as approvals,
      (${countOf(sql`approvals where state = 'waiting' and action like 'staff %'`)}) as grants,
      (${countOf(sql`support_requests where state = 'open'`)}) as support`);
  const [row] = rows;
  return {
    withdrawals: Number(row?.withdrawals),
    approvals: Number(row?.approvals),
    grants: Number(row?.grants),
    support: Number(row?.support),
  };
}

function countOf(rows: SQL): SQL {
  return sql`select count(*) from (select from ${rows} limit ${WAITING_MAX}) as bounded`;
}

export function countsFor(role: StaffRole, counts: Counts): WaitingCounts {
  const grants = isAble(role, 'staff.change') ? counts.grants : 0;
  const shown = { ...counts, approvals: Math.min(counts.approvals + grants, WAITING_MAX) };
  const visible = LIVE_WAITING.filter((kind) => canSeeWaiting(role, kind));
  return Object.fromEntries(visible.map((kind) => [kind, shown[kind]]));
}
