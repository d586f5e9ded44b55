import pg from 'pg';

/**
 * Gives each member with a place four accruals, its sale and, one in five, a payout, spread from registration to now.
 * Bulk inserts without triggers and hashes, so `ledger verify` finds faults.
 */
export async function fillMoney(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('begin');
    await client.query('set local session_replication_role = replica');
    await client.query(`set local work_mem = '256MB'`);
    for (const statement of FILL) await client.query(statement);
    await client.query('set local session_replication_role = origin');
    await client.query('commit');
    for (const table of ['ledger_accounts', 'ledger_transfers', 'ledger_entries', 'ledger_days', 'withdrawals'])
      await client.query(`vacuum (analyze) ${table}`);
  } finally {
    await client.end();
  }
}

const ACCRUALS = 4;

/** Time `part` of `parts` between registration and now. */
const atPart = (part: string, parts: number) =>
  `m.registered_at + (now() - m.registered_at) * (${part}::float / ${parts})`;

const HASH = `sha256('bench')`;

const FILL = [
  `insert into ledger_accounts (kind, member_id, balance, entry_count)
  select kind, p.member_id, 0, 0 from places p, unnest(array['available', 'held']) as kind
  on conflict do nothing`,
  `insert into ledger_accounts (kind, balance, entry_count)
  select kind, 0, 0 from unnest(array['earnings', 'payouts', 'sales', 'deposits']) as kind on conflict do nothing`,
  `create temporary table moves on commit drop as
  select row_number() over (order by at)::bigint as id, move.*
  from (
    select m.id as member_id, 'accrual' as kind, 'earnings' as platform, 'available' as own,
      (1 + (m.id * 7 + part) % 40) * 1000000::bigint as micros, ${atPart('part', ACCRUALS + 1)} as at, part
    from places p join members m on m.id = p.member_id, generate_series(1, ${ACCRUALS}) as part
    union all
    select m.id, 'sale', 'sales', 'held', -t.price, ${atPart('1', 9)}, 0
    from places p join members m on m.id = p.member_id join transactions t on t.id = p.transaction_id
    union all
    select m.id, 'payout', 'payouts', 'held', -10000000, ${atPart('8', 9)}, 0
    from places p join members m on m.id = p.member_id where m.id % 5 = 0
  ) as move`,
  `insert into ledger_transfers (id, key, kind, member_id, details, leg_count, at) overriding system value
  select id, 'bench:' || id, kind, member_id,
    case kind when 'accrual' then json_build_object('reason', case part % 2 when 0 then 'bonus' else 'earnings' end) else '{}' end,
    2, at from moves`,
  `insert into ledger_entries (transfer_id, account_id, kind, amount, at, day, number, balance_after, hash)
  select v.id, a.id, v.kind, v.micros, v.at, v.at::date, row_number() over (partition by a.id order by v.at), 0, ${HASH}
  from moves v join ledger_accounts a on a.member_id = v.member_id and a.kind = v.own`,
  `insert into ledger_entries (transfer_id, account_id, kind, amount, at, day)
  select v.id, a.id, v.kind, -v.micros, v.at, v.at::date
  from moves v join ledger_accounts a on a.member_id is null and a.kind = v.platform`,
  `insert into ledger_days (account_id, day, kind, amount)
  select account_id, day, kind, sum(amount) from ledger_entries
  where number is not null and kind = 'accrual' group by 1, 2, 3`,
  `update ledger_accounts a set balance = e.sum, entry_count = e.count, head = ${HASH}
  from (select account_id, sum(amount), count(*) from ledger_entries where number is not null group by 1) as e
  where e.account_id = a.id and a.kind = 'available'`,
  `insert into withdrawals (id, member_id, destination, network, amount, fee, state, requested_at, completed_at, hold_id, end_id, chain_id)
  select gen_random_uuid(), member_id, 'TMW46NB7emkS1BTR6i6tKEPEixQFZpoWqe', 'trc20', 10000000, 0, 'completed', at, at, -id, id,
    'chain-' || id
  from moves where kind = 'payout'`,
];
