import { sql } from 'drizzle-orm';
import type { Db } from '#server/db/connect.ts';

/** Checks that the ledger is consistent, by independent SQL. Returns the violations; empty if there are none. */
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
    select 'transaction ' || t.id || ' is not what the ledger says' from transactions t
      left join ledger_transfers l on l.details->>'transaction' = t.id::text and l.member_id = t.member_id
      left join ledger_entries e on e.transfer_id = l.id
      left join ledger_accounts a on a.id = e.account_id
      group by t.id having t.received <> coalesce(sum(e.amount) filter (where l.kind = 'deposit' and e.amount > 0), 0)
        or t.received - t.returned <> coalesce(sum(e.amount) filter (where l.kind = 'purchase' and a.kind = 'held'), 0)
        or case t.state when 'active' then t.price else 0 end
          <> coalesce(sum(e.amount) filter (where l.kind = 'sale' and a.kind = 'sales'), 0)
    union all
    select 'the payments of transaction ' || t.id || ' do not come to ' || t.received from transactions t
      left join transaction_payments p on p.transaction_id = t.id and p.currency = 'USDT'
      group by t.id having coalesce(sum(p.amount), 0) <> t.received
    union all
    select t.key || ' is for nothing' from ledger_transfers t
      where t.kind in ('deposit', 'purchase', 'sale', 'refund') and not exists (
        select from transactions x where x.id::text = t.details->>'transaction' and t.key like 'transaction:' || x.id || ':%')
    union all
    select m.username || ' is not what their places make of them' from members m
      join places p on p.member_id = m.id join plans on plans.id = p.plan_id
      group by m.id having m.active <> (bool_or(plans.platform = 'licenses' and p.closed_at is null) and m.closed_at is null)
        or m.real_estate <> count(*) filter (where plans.platform = 'dreamx' and p.closed_at is null)
    union all
    select 'transaction ' || t.id || ' was not refunded once' from transactions t
      join places p on p.transaction_id = t.id
      left join purchase_withdrawals w on w.transaction_id = t.id and w.member_id = t.member_id and w.amount = t.price
      left join ledger_transfers r on r.kind = 'refund' and r.details->>'transaction' = t.id::text
      left join ledger_entries e on e.transfer_id = r.id and e.amount = t.price
      left join ledger_accounts a on a.id = e.account_id and a.kind = 'available' and a.member_id = t.member_id
      group by t.id, p.id, w.transaction_id
      having count(a.id) <> count(w.transaction_id)
        or (p.closing is not distinct from 'withdrawn') <> (w.transaction_id is not null)
    union all
    select 'member ' || m.id || ' was sent more refunds than there were' from members m
      where (select coalesce(sum(refund), 0) from withdrawals w
          where w.member_id = m.id and w.state not in ('cancelled', 'rejected', 'failed'))
        > (select coalesce(sum(amount), 0) from purchase_withdrawals p where p.member_id = m.id)
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
