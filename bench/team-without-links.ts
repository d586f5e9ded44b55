import { sql } from 'drizzle-orm';
import type { Db } from '#server/db/connect.ts';
import { createTeamServices, type TeamServices } from './team-services.ts';
import { operationsOn } from './team-operations.ts';

/** The other way we could have gone, beside ours: no links and no counters, everything by a recursive query. */
const RUNS = 30;
const { allServices, close } = await createTeamServices([
  { name: '1,000', members: 1000, shape: 'random' },
  { name: '100,000', members: 100_000, shape: 'random' },
  { name: 'chain of 1,000', members: 1000, shape: 'chain' },
]);

const below = sql`below as (
  select id, 1 as line from members where inviter_id = (select id from members where username = 'anna')
  union all
  select m.id, below.line + 1 from below join members m on m.inviter_id = below.id
)`;

const WITHOUT_LINKS: Record<string, (db: Db) => Promise<unknown>> = {
  totals: (db) =>
    db.execute(sql`with recursive ${below}
      select count(*), count(*) filter (where line = 1), count(*) filter (where line = 1 and not active),
        count(*) filter (where registered_on = current_date),
        count(*) filter (where registered_on >= date_trunc('week', current_date)),
        count(*) filter (where registered_on >= date_trunc('month', current_date))
      from below join members using (id)`),
  'first page': (db) =>
    db.execute(sql`with recursive ${below}
      select members.*, line from below join members using (id) order by registered_on desc, id desc limit 26`),
  'filter: line': (db) =>
    db.execute(sql`with recursive ${below}
      select members.*, line from below join members using (id) where line = 3 order by registered_on desc, id desc limit 26`),
  'info card': (db) =>
    db.execute(sql`with recursive above as (
        select inviter_id as id from members where id = (select max(id) from members)
        union all select m.inviter_id from above join members m using (id) where m.inviter_id is not null
      ) select members.* from above join members using (id)`),
  'registration, in the database': (db) => register(db),
};

let newcomers = 0;

async function register(db: Db): Promise<void> {
  newcomers += 1;
  const name = `without.${newcomers}`;
  await db.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`);
    await tx.execute(sql`
      insert into members (username, email, password_hash, language, ref_code, inviter_id, registered_at, registered_on, activated_at)
      select ${name}, ${name}, '-', 'ru', ${name}, max(id), now(), current_date, now() from members`);
  });
}

const table: Record<string, Record<string, string>> = {};
try {
  const ours = await Promise.all(allServices.map(operationsOn));
  for (const [name, run] of Object.entries(WITHOUT_LINKS)) {
    const row: Record<string, string> = {};
    for (const [place, team] of allServices.entries()) {
      const operation = ours[place]?.find((one) => one.name === name);
      row[`${team.name}: links`] = await medianOf(async () => operation?.run());
      row[`${team.name}: recursive`] = await medianOf(() => run(team.services.db));
    }
    table[name] = row;
  }
  for (const team of allServices) (table['megabytes'] ??= {})[`${team.name}: links`] = await megabytes(team);
} finally {
  await close();
}
console.log(`median of ${RUNS} runs each, milliseconds`);
console.table(table);

async function medianOf(run: () => Promise<unknown>): Promise<string> {
  const times: number[] = [];
  for (let index = -3; index < RUNS; index += 1) {
    const start = performance.now();
    await run();
    if (index >= 0) times.push(performance.now() - start);
  }
  return (times.toSorted((a, b) => a - b)[Math.floor(RUNS / 2)] ?? 0).toFixed(1);
}

async function megabytes({ services }: TeamServices): Promise<string> {
  const { rows } = await services.db.execute<{ links: string }>(sql`
    select round((pg_total_relation_size('team_links') + pg_total_relation_size('team_counts')
      + pg_total_relation_size('team_days')) / 1e6)::text as links`);
  return rows[0]?.links ?? '';
}
