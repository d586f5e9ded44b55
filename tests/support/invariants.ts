import { sql } from 'drizzle-orm';
import type { Db } from '#server/db/connect.ts';

/** What must hold in the ledger whatever happened, as a naive reader would check it; empty when all is well. */
export async function brokenInvariants(db: Db): Promise<string[]> {
  const { rows } = await db.execute<{ broken: string }>(sql`
    select 'transfer ' || t.key || ' does not balance' as broken from ledger_transfers t
      left join ledger_entries e on e.transfer_id = t.id
      group by t.id having coalesce(sum(e.amount), 1) <> 0 or count(e.id) <> t.leg_count
    union all
    select 'account ' || a.id || ' says ' || a.balance from ledger_accounts a
      left join ledger_entries e on e.account_id = a.id
      where a.member_id is not null
      group by a.id having a.balance <> coalesce(sum(e.amount), 0) or a.entry_count <> count(e.id) or a.balance < 0
    union all
    select 'all entries come to ' || sum(amount) from ledger_entries having coalesce(sum(amount), 0) <> 0
    union all
    select 'member ' || a.member_id || ' holds ' || a.balance from ledger_accounts a
      where a.kind = 'held' and a.balance <> coalesce((
        select sum(w.amount) from withdrawals w where w.member_id = a.member_id and w.end_id is null
      ), 0) + coalesce((
        select sum(t.received - t.returned - case t.state when 'active' then t.price else 0 end)
        from transactions t where t.member_id = a.member_id
      ), 0)
    union all
    select 'place ' || p.id || ' was not paid for' from places p
      join transactions t on t.id = p.transaction_id
      left join ledger_transfers s on s.id = t.sale_id and s.kind = 'sale' and s.member_id = p.member_id
      left join ledger_entries e on e.transfer_id = s.id and e.amount = t.price
      where t.state <> 'active' or t.member_id <> p.member_id or e.id is null
    union all
    select 'transaction ' || t.id || ' has no place' from transactions t
      left join places p on p.transaction_id = t.id where t.state = 'active' and p.id is null
    union all
    select 'withdrawal ' || w.id || ' is not held' from withdrawals w
      left join ledger_transfers t on t.id = w.hold_id
      where t.kind is distinct from 'hold' or t.member_id <> w.member_id
        or not exists (select from ledger_entries e where e.transfer_id = w.hold_id and e.amount = -w.amount)
    union all
    select 'withdrawal ' || w.id || ' ends wrongly' from withdrawals w
      join ledger_transfers t on t.id = w.end_id
      where (t.kind = 'payout') <> (w.state = 'completed')
    union all
    select 'hold ' || t.key || ' is of nothing' from ledger_transfers t
      left join withdrawals w on w.hold_id = t.id
      where t.kind = 'hold' and w.id is null
    union all
    select 'day ' || d.day || ' of account ' || d.account_id || ' says ' || d.amount
      from ledger_days d
      left join ledger_entries e on e.account_id = d.account_id and e.day = d.day
        and case when e.kind in ('hold', 'release') then 'withdrawal' else e.kind end = d.kind
      group by d.account_id, d.day, d.kind having d.amount <> coalesce(sum(e.amount), 0)
    limit 20`);
  return rows.map(({ broken }) => broken);
}
