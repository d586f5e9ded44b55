import pg from 'pg';

/**
 * Gives Anna and all below her a place of one plan, in order of registration, without gaps. Bulk inserts without
 * triggers; transactions have no transfer. Derived columns are computed from the leaves up.
 */
export async function fillPlaces(url: string, planId: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('begin');
    await client.query('set local session_replication_role = replica');
    await client.query(FILL, [planId]);
    await client.query(`select setval(pg_get_serial_sequence('places', 'id'), (select max(id) from places))`);
    const { rows } = await client.query<{ depth: number }>('select max(depth) as depth from places');
    for (let depth = rows[0]?.depth ?? 0; depth >= 0; depth -= 1) await client.query(RECKON, [depth]);
    await client.query('set local session_replication_role = origin');
    await client.query('commit');
    for (const table of ['places', 'transactions']) await client.query(`vacuum (analyze) ${table}`);
  } finally {
    await client.end();
  }
}

/** Place n, counted from 0, is below place (n − 1) ÷ 2. */
const FILL = `
  with everybody as (
    select m.id as member_id, row_number() over (order by l.line is not null, m.id)::int - 1 as n, gen_random_uuid() as id
    from members m left join team_links l
      on l.member_id = m.id and l.ancestor_id = (select id from members where username = 'anna')
    where l.line is not null or m.username = 'anna'
  ), paid as (
    insert into transactions (id, member_id, plan_id, price, state, created_at, expires_at, received, paid_at, ended_at, sale_id)
    select e.id, e.member_id, p.id, p.price, 'active', now(), now(), p.price, now(), now(), -1 - n
    from everybody e, plans p where p.id = $1
  )
  insert into places (id, member_id, plan_id, transaction_id, opened_at, above_id, seat, depth, free_depth, filled)
  overriding system value
  select n + 1, member_id, $1, id, now(), case when n > 0 then (n - 1) / 2 + 1 end,
    case when n > 0 then (n - 1) % 2 else 0 end, floor(log(2, n + 1))::int, floor(log(2, n + 1))::int, 1
  from everybody`;

const RECKON = `
  update places p set
    free_depth = case when below.count < 2 then p.depth else below.free_depth end,
    filled = least(7, 1 + below.count + below.next),
    closed_at = case when 1 + below.count + below.next >= 7 then now() end,
    closing = case when 1 + below.count + below.next >= 7 then 'full' end
  from (
    select a.id, count(c.id)::int as count, min(c.free_depth) as free_depth,
      coalesce(sum((select count(*) from places g where g.above_id = c.id)), 0)::int as next
    from places a left join places c on c.above_id = a.id where a.depth = $1 group by a.id
  ) as below
  where p.id = below.id`;
