import { sql } from 'drizzle-orm';
import { addSeconds } from '#server/base/clock.ts';
import type { Db } from '#server/db/connect.ts';
import type { Services } from '#server/api/services.ts';

const SHOWN = 12;
const SEEN_UNTIL_DAYS_AGO = 6;

export async function seedNotices(tx: Db, { clock }: Pick<Services, 'clock'>): Promise<void> {
  const seenUntil = addSeconds(clock.now(), -SEEN_UNTIL_DAYS_AGO * 24 * 60 * 60).toISOString();
  await tx.execute(sql`
    insert into notices (member_id, kind, about, at, seen_at)
    select anna.id, kind, about, at, case when at < ${seenUntil}::timestamptz then at + interval '3 hours' end
    from members anna
    cross join lateral (
      select 'withdrawal-' || s.state as kind, w.id::text as about, s.at
      from withdrawals w join withdrawal_steps s on s.withdrawal_id = w.id
      where w.member_id = anna.id and s.state = w.state and s.state in ('requested', 'completed')
      union all
      select 'place-opened', t.id::text, t.ended_at
      from transactions t where t.member_id = anna.id and t.state = 'active'
      union all
      select 'place-' || p.closing, p.transaction_id::text, p.closed_at
      from places p where p.member_id = anna.id and p.closing is not null
      union all
      select 'accrual-posted', (e.amount / 1000000)::text || '.' || lpad(((e.amount % 1000000) / 10000)::text, 2, '0'), e.at
      from ledger_entries e join ledger_accounts a on a.id = e.account_id
      where a.member_id = anna.id and a.kind = 'available' and e.kind = 'accrual'
      union all
      select 'first-line-joined', m.id::text, m.activated_at
      from members m where m.inviter_id = anna.id
      order by at desc limit ${SHOWN}
    ) as happened
    where anna.username = 'anna'
    order by at`);
}
