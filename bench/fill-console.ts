import pg from 'pg';

/** A table with so many rows of a platform of `size` members; `fill` gets the size as $1 and the number of rows as $2. */
type Filling = { table: string; share: number; fill: string };

/**
 * Fills what the console lists, a table at a time, so that a run that was stopped goes on where it was. Rows are made
 * by PostgreSQL itself while triggers and indexes rest: what they tell is plausible, hashes and chains are not.
 */
export async function fillConsole(url: string, size: number): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(`set maintenance_work_mem = '512MB'; set work_mem = '256MB'`);
    await client.query('create table if not exists bench_console (filled text primary key)');
    for (const filling of FILLINGS) await fillOne(client, size, filling);
  } finally {
    await client.end();
  }
}

async function fillOne(client: pg.Client, size: number, { table, share, fill }: Filling): Promise<void> {
  const { rowCount } = await client.query('select from bench_console where filled = $1', [table]);
  if (rowCount) return;
  const began = performance.now();
  await client.query('begin');
  const indexes = await dropIndexes(client, table);
  await client.query('set local session_replication_role = replica');
  for (const statement of fill.split(';\n')) {
    const sized = statement.replaceAll('$1', String(size)).replaceAll('$2', String(Math.ceil(size * share)));
    await client.query(sized);
  }
  for (const definition of indexes) await client.query(definition);
  await client.query('insert into bench_console values ($1)', [table]);
  await client.query('commit');
  await client.query(`vacuum (analyze) ${table}`);
  console.error(`${size} members: ${table} in ${((performance.now() - began) / 1000).toFixed(1)} s`);
}

/** What takes them back. Those of primary keys stay. */
async function dropIndexes(client: pg.Client, table: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition from pg_index i
    where i.indrelid = $1::regclass and not exists (select from pg_constraint c where c.conindid = i.indexrelid)`,
    [table],
  );
  for (const { name } of rows) await client.query(`drop index ${name}`);
  return rows.map(({ definition }) => definition);
}

/** Ids of what is made here begin behind those of the cast. */
const FIRST = 1000;
const START = `timestamptz '2023-01-01 00:00Z'`;
/** The nth of $1 through three years. */
const AT = `${START} + n * (interval '1000 days' / $1)`;
const member = (of: string) => `(${FIRST} + (${of})::bigint % $1)::int`;
const uuid = (of: string) => `md5(${of} || n)::uuid`;
const one = (of: string, list: readonly string[]) =>
  `(array[${list.map((text) => `'${text}'`).join(', ')}])[1 + (${of})::bigint % ${list.length}]`;
/** A number that looks thrown, the same each time. */
const thrown = (salt: number) => `(n::bigint * ${7919 + salt * 2} + ${salt} * 104729) % 1000003`;

const LATIN =
  'Anna Ivan Maria Jonas Priya Marie Pavel Olga Sergej Lena Omar Chen Ravi Sofia Hugo Klara Nils Vera'.split(' ');
const CYRILLIC = 'Анна Иван Мария Павел Ольга Сергей Елена Вера Корней Кира Марфа Глеб'.split(' ');
const FAMILIES =
  'Kuznetsov Lindenberger Delacroix Ramanathan Okafor Marsh Lindqvist Wendt Arhipov Severin Polevoj Moreau Schmidt Weber Ivanov Petrov Novak Silva Costa Rossi'.split(
    ' ',
  );
const FAMILIES_CYRILLIC = 'Кузнецов Северянин Архипов Полевой Верный Петров Иванов Сидоров Новиков Морозов'.split(' ');

const FILLINGS: readonly Filling[] = [
  {
    table: 'members',
    share: 1,
    fill: `insert into members (id, username, email, name, password_hash, language, career_status, active, ref_code, inviter_id,
        depth, registered_at, registered_on, activated_at, blocked_at, closed_at) overriding system value
      select ${FIRST} + n, username, username || '@' || ${one(thrown(2), ['mail.example', 'post.example', 'box.example'])},
        case when n % 3 = 0 then ${one(thrown(3), CYRILLIC)} || ' ' || ${one(thrown(4), FAMILIES_CYRILLIC)}
          else ${one(thrown(5), LATIN)} || ' ' || ${one(thrown(6), FAMILIES)} end,
        'x', 'ru', 'director', n % 10 < 7, 'R' || n, 2, 2, at, at::date, at,
        case when n % 200 = 7 then at end, case when n % 500 = 9 then at end
      from (select n, ${AT} as at,
          lower(${one(thrown(5), LATIN)}) || '.' || lower(${one(thrown(6), FAMILIES)}) || n as username
        from generate_series(0, $2 - 1) as n) as person`,
  },
  {
    table: 'team_links',
    share: 1,
    fill: `insert into team_links (ancestor_id, member_id, registered_on, line, facet)
      select a.id, m.id, m.registered_on, 3 - a.id, 1 from members m, (values (1), (2)) as a (id) where m.id >= ${FIRST}`,
  },
  {
    table: 'team_counts',
    share: 1,
    fill: `insert into team_counts (member_id) select id from members where id >= ${FIRST}`,
  },
  {
    table: 'sign_ups',
    share: 0.01,
    fill: `insert into sign_ups (id, username, email, name, language, inviter_id, ref_code, requested_at, expires_at)
      select ${uuid(`'sign-up'`)}, 'new' || n, 'new' || n || '@mail.example', 'New', 'ru', 2, 'anna', ${AT}, now() + interval '1 day'
      from generate_series(0, $2 - 1) as n`,
  },
  {
    table: 'ledger_accounts',
    share: 2,
    fill: `insert into ledger_accounts (kind) select kind from unnest(array['earnings', 'payouts', 'fees', 'deposits', 'sales']) as kind
        where not exists (select from ledger_accounts a where a.kind = kind.kind and a.member_id is null);
      insert into ledger_accounts (id, kind, member_id, balance, entry_count) overriding system value
      select 100 + n, case when n % 2 = 0 then 'available' else 'held' end, ${FIRST} + n / 2,
        case when n % 2 = 0 then ${thrown(7)} * 1000 else 0 end, 1
      from generate_series(0, $2 - 1) as n`,
  },
  {
    table: 'ledger_transfers',
    share: 0.5,
    fill: `insert into ledger_transfers (id, key, kind, member_id, details, leg_count, at) overriding system value
      select 100 + n, 'bench:' || n, 'accrual', ${member('n')}, '{"reason": "earnings", "document": "D"}', 2,
        ${START} + n * (interval '1000 days' / $2)
      from generate_series(0, $2 - 1) as n`,
  },
  {
    table: 'ledger_entries',
    share: 0.5,
    fill: `insert into ledger_entries (transfer_id, account_id, kind, amount, at, day, number, balance_after, hash)
      select t.id, case when leg = 0 then p.id else 100 + 2 * (t.member_id - ${FIRST}) end, 'accrual',
        case when leg = 0 then -1 else 1 end * (1000000 + t.id % 900000000), t.at, t.at::date,
        case when leg = 1 then 1 end, case when leg = 1 then 1000000 end, case when leg = 1 then decode('00', 'hex') end
      from ledger_transfers t cross join generate_series(0, 1) as leg
        join ledger_accounts p on p.member_id is null
          and p.kind = (array['earnings', 'payouts', 'fees', 'deposits', 'sales'])[1 + t.id % 5]
      where t.id >= 100`,
  },
  {
    // As if all but the newest had been sealed long ago.
    table: 'ledger_seals',
    share: 0,
    fill: `insert into ledger_seals (number, at, transfers, transfer_count, contents, horizon, settled_id, hash)
      select 1, now(), int8multirange(int8range(1, max(id), '[]')), count(*)::int, decode('00', 'hex'), 1, max(id) - $1 / 100, decode('00', 'hex')
      from ledger_transfers`,
  },
  {
    table: 'plans',
    share: 0,
    fill: `insert into plans (id, platform, number, title, price, width, levels, closing, transition, availability)
      select 'plan-' || n, 'turbo', n, jsonb_build_object('ru', 'План ' || n, 'en', 'Plan ' || n), n * 100000000, 2, 3, 1, 1, 'on_sale'
      from generate_series(1, 16) as n`,
  },
  {
    table: 'transactions',
    share: 1,
    fill: `insert into transactions (id, member_id, plan_id, price, state, created_at, expires_at, address, received, paid_at, ended_at, sale_id)
      select ${uuid(`'transaction'`)}, ${FIRST} + n, p.id, p.price, state, ${AT}, ${AT} + interval '1 hour', 'T' || n,
        case when state in ('active', 'paid_late') then p.price + case when n % 1000 = 0 then 1000000 else 0 end
          when state = 'underpaid' then p.price / 2 else 0 end, ${AT}, case when state in ('active', 'cancelled') then ${AT} end, case when state = 'active' then -1 - n end
      from (select n, case when n % 1000 = 1 then 'paid_late' when n % 1000 = 2 then 'underpaid'
            when n % 5000 = 3 then 'confirming' when n % 1000 = 4 then 'awaiting_payment' when n % 1000 = 5 then 'expired'
            when n % 20 = 6 then 'cancelled' else 'active' end as state
          from generate_series(0, $2 - 1) as n) as made
        join (select id, price, row_number() over (order by id) - 1 as place, count(*) over () as count from plans) as p
          on p.place = n % p.count`,
  },
  {
    table: 'transaction_steps',
    share: 2,
    fill: `insert into transaction_steps (transaction_id, state, at, actor)
      select ${uuid(`'transaction'`)}, state, ${AT}, actor from generate_series(0, $1 - 1) as n,
        (values ('awaiting_payment', 'member'), ('active', 'node')) as step (state, actor)`,
  },
  {
    table: 'transaction_payments',
    share: 1,
    fill: `insert into transaction_payments (transaction_id, node_id, amount, currency, at)
      select ${uuid(`'transaction'`)}, 'pay-' || n, 10000000, case when n % 2000 = 0 then 'TRX' else 'USDT' end, ${AT}
      from generate_series(0, $2 - 1) as n`,
  },
  {
    table: 'places',
    share: 1,
    fill: `insert into places (id, member_id, plan_id, transaction_id, opened_at, closed_at, closing, seat, depth, free_depth)
        overriding system value
      select 100 + row_number() over (order by t.id), t.member_id, t.plan_id, t.id, t.created_at,
        case when t.member_id % 10 < 3 then t.created_at end, case when t.member_id % 10 < 3 then 'full' end, 0, 0, 0
      from transactions t where t.state = 'active' and t.member_id >= ${FIRST}`,
  },
  {
    table: 'withdrawals',
    share: 0.5,
    fill: `insert into withdrawals (id, member_id, destination, network, amount, fee, state, requested_at, completed_at, hold_id, end_id, chain_id, reason)
      select ${uuid(`'withdrawal'`)}, ${member(thrown(8))}, 'T' || case when n % 10 = 0 then 'exchange' else md5('to' || n) end,
        'trc20', (10 + n % 20) * 1000000, 0, state, at, case when state = 'completed' then at end, n,
        case when state not in ('requested', 'approved', 'sending') then -1 - n end,
        case when state = 'completed' then md5('chain' || n) end, case when state in ('rejected', 'failed') then 'other' end
      from (select n, ${START} + n * (interval '1000 days' / $2) as at,
          case when n % 200 = 0 then 'requested' when n % 1000 = 1 then 'approved' when n % 2000 = 2 then 'sending'
            when n % 50 = 3 then 'cancelled' when n % 500 = 4 then 'rejected' when n % 1000 = 5 then 'failed'
            else 'completed' end as state
        from generate_series(0, $2 - 1) as n) as made`,
  },
  {
    table: 'withdrawal_steps',
    share: 1,
    fill: `insert into withdrawal_steps (withdrawal_id, state, at, actor)
      select id, step.state, requested_at, actor from withdrawals,
        (values ('requested', 'member'), ('completed', 'node')) as step (state, actor)`,
  },
  {
    table: 'posts',
    share: 1,
    fill: `insert into posts (id, slug, kind, category, published_at, pinned_at, withdrawn_at, changed_at)
      select ${uuid(`'post'`)}, ${one(thrown(9), ['product', 'news', 'town', 'offer'])} || '-' || n,
        case when n % 50 = 0 then 'webinar' else 'news' end, 'product',
        case when n % 10000 = 1 then now() + interval '10 days' else ${AT} end,
        case when n % 100000 = 2 then now() end, case when n % 200 = 3 then now() end, ${AT}
      from generate_series(0, $2 - 1) as n`,
  },
  {
    table: 'post_texts',
    share: 1,
    fill: `insert into post_texts (post_id, language, title, markdown, html, excerpt)
      select ${uuid(`'post'`)}, 'ru', 'Новость ' || n, 'Текст', '<p>Текст</p>', 'Текст' from generate_series(0, $2 - 1) as n`,
  },
  {
    table: 'post_drafts',
    share: 0.0005,
    fill: `insert into post_drafts (slug, file, changed_by, changed_at)
      select case when n % 2 = 0 then 'draft-' || n else (select slug from posts where id = ${uuid(`'post'`)}) end,
        '---' || chr(10) || 'kind: news' || chr(10) || '---', 1, now()
      from generate_series(0, $2 - 1) as n`,
  },
  {
    table: 'audit_log',
    share: 1,
    fill: `insert into audit_log (number, actor, action, subject, reason, before, after, address, at, hash)
      select n, ${one(thrown(10), ['staff:1', 'staff:2', 'staff:3', 'staff:4', 'staff:5', 'operator:olga'])},
        case when n % 5000 = 9 then 'plans apply' when n % 7 = 3 then 'staff sign-in'
          else ${one(thrown(11), ['withdrawals approve', 'withdrawals reject', 'members block', 'support answer', 'mails send-again'])} end,
        'member:' || lower(${one(thrown(5), LATIN)}) || '.' || n,
        case when n % 2 = 0 and n < $2 - 2000 then 'often asked for by letter' when n % 100000 = 5 then 'unmistakable word'
          else 'checked ' || ${one(thrown(12), ['documents', 'address', 'payment', 'identity'])} || ' number ' || n end,
        '{"state": "requested"}', '{"state": "approved"}', '192.0.2.1', ${AT}, decode(md5(n::text) || md5(n::text), 'hex')
      from generate_series(1, $2) as n;
      update audit_head set number = $2`,
  },
  {
    table: 'mails',
    share: 1,
    fill: `insert into mails (id, kind, member_id, language, created_at, sent_at)
      select ${uuid(`'mail'`)}, 'reset', ${member('n')}, 'ru', ${AT}, case when n % 50 > 0 then ${AT} + interval '1 second' end
      from generate_series(0, $2 - 1) as n`,
  },
  {
    table: 'graphile_worker._private_jobs',
    share: 0.02,
    fill: `insert into graphile_worker._private_tasks (identifier) values ('send-mail'), ('staff-work') on conflict do nothing;
      insert into graphile_worker._private_jobs (task_id, payload, run_at, attempts, max_attempts, last_error, key)
      select (select id from graphile_worker._private_tasks where identifier = 'send-mail'), json_build_object('mailId', id),
        now() + interval '1 hour', case when place % 100 = 0 then 25 when place % 50 = 0 then 1 else 0 end, 25,
        case when place % 50 = 0 then 'the mail server said no' end, 'mail:' || id
      from (select id, row_number() over (order by created_at) as place from mails where sent_at is null) as waiting;
      insert into graphile_worker._private_jobs (task_id, payload, run_at, attempts, max_attempts, last_error)
      select (select id from graphile_worker._private_tasks where identifier = 'staff-work'), '{}', now(),
        case when n % 100 = 0 then 25 else 0 end, 25, case when n % 100 = 0 then 'no' end
      from generate_series(0, $2 / 10) as n`,
  },
  {
    table: 'support_requests',
    share: 0.2,
    fill: `insert into support_requests (id, member_id, topic, message, state, created_at, answered_at, assigned_to) overriding system value
      select n + 1, ${member(thrown(13))}, case when n % 10000 = 5 then 'team' else ${one(thrown(14), ['account', 'finance', 'places', 'other'])} end,
        'Where is my money? ' || repeat('Please look. ', 20),
        case when n % 40 = 0 or n < 10 then 'open' when n % 5 = 1 then 'answered' else 'closed' end,
        ${START} + n * (interval '1000 days' / $2), case when n % 5 = 1 then now() end,
        case when n % 1000 = 0 then 5 when n % 3 = 1 then 4 end
      from generate_series(0, $2 - 1) as n`,
  },
  {
    table: 'support_answers',
    share: 0.2,
    fill: `insert into support_answers (request_id, text, operator, at)
      select id, 'It is on its way.', 'staff:5', created_at from support_requests where state <> 'open'`,
  },
  {
    table: 'approvals',
    share: 0.1,
    fill: `insert into approvals (id, action, subject, input, amount, reason, prepared_by, prepared_at, state, decided_by, decided_at, decision_reason)
      select ${uuid(`'approval'`)}, 'withdrawals approve', ${uuid(`'withdrawal'`)}::text, '{}', 5000000000, 'paid', 3, ${AT},
        case when n % 500 = 0 then 'waiting' when n % 500 = 1 then 'declined' else 'approved' end, 4, now(), 'right'
      from generate_series(0, $2 - 1) as n`,
  },
  {
    table: 'accrual_batches',
    share: 0.05,
    fill: `insert into accrual_batches (batch, contents, line_count, total, posted_at)
      select 'batch-' || n, decode('00', 'hex'), 100, 100000000, ${AT} from generate_series(0, $2 - 1) as n`,
  },
  {
    table: 'accrual_drafts',
    share: 0.05,
    fill: `insert into accrual_drafts (id, batch, csv, labels, line_count, total, sums, fault_count, prepared_by, prepared_at, state)
      select ${uuid(`'draft'`)}, 'batch-' || n, decode('00', 'hex'), '{}', 100, 100000000, '[]',
        case when n = 0 then 100 else 0 end, 3, ${AT}, case when n % 10 = 0 then 'checked' else 'posted' end
      from generate_series(0, $2 - 1) as n`,
  },
  {
    table: 'accrual_draft_faults',
    share: 1,
    fill: `insert into accrual_draft_faults (draft_id, position, line, field, code, written)
      select (select id from accrual_drafts where batch = 'batch-0'), n, n, 'amount', 'invalid', 'x' from generate_series(1, $2) as n`,
  },
  {
    table: 'staff_work',
    share: 0.01,
    fill: `insert into staff_work (id, action, input, reason, started_by, address, total, started_at, finished_at)
      select ${uuid(`'work'`)}, 'withdrawals approve', '{}', 'paid', 2 + n % 3, '192.0.2.1', 200, ${AT}, now()
      from generate_series(0, $2 - 1) as n`,
  },
  {
    table: 'staff_work_steps',
    share: 1,
    fill: `insert into staff_work_steps (work_id, position, subject, outcome, done_at)
      select ${uuid(`'work'`)}, place, ${uuid(`'withdrawal'`)}::text, case when place % 10 = 0 then 'withdrawal_moved_on' else 'done' end, now()
      from generate_series(0, least($2, $1 / 100) - 1) as n, generate_series(0, case when n > $1 / 100 - 40 then 199 else 9 end) as place`,
  },
];
