import { parseArgs } from 'node:util';
import pg from 'pg';
import { isRefused, type Refused } from '#domain/refusals.ts';
import { plantCrowd } from '#server/operator/seed/crowd.ts';
import { list as listMembers } from '#server/operator/console/members.ts';
import { describeWithdrawal } from '#server/operator/console/withdrawal-card.ts';
import { list, writeCsv } from '#server/operator/console/withdrawals.ts';
import { withdrawals } from '#server/db/schema/index.ts';
import { openBenchServer } from './bench-server.ts';
import { measureInTurn, words } from './figures.ts';

/**
 * The queue of withdrawals for staff, with 100,000 members and 50,000 withdrawals of which 250 wait.
 * `node bench/withdrawal-queue.ts --members 10000 --withdrawals 5000` for less.
 */
const { values } = parseArgs({
  options: {
    members: { type: 'string', default: '100000' },
    withdrawals: { type: 'string', default: '50000' },
    kept: { type: 'string' },
  },
});
const MEMBERS = Number(values.members);
const WITHDRAWALS = Number(values.withdrawals);
const WAITING = 250;
const RUNS = { runs: 20, warmUp: 3, limitMs: 30_000 };

const server = await openBenchServer({ kept: values.kept });
try {
  const { services, url } = await server.createServices('queue');
  const { clock, config } = services;
  const crowd = { members: MEMBERS, shape: 'random', under: 'anna', timeZone: config.timeZone } as const;
  if ((await services.db.$count(withdrawals)) < WITHDRAWALS) {
    await plantCrowd(url, { ...crowd, until: clock.now() }, () => {});
    await fill(url);
  }
  const first = wanted(await list(services, { state: 'requested' }));
  const [oldest] = first.items;
  const operations = {
    'page of those that wait': () => list(services, { state: 'requested' }),
    'next page': () => list(services, { state: 'requested', cursor: first.next ?? undefined }),
    'page of all states': () => list(services, {}),
    drawer: () => describeWithdrawal(services, oldest!.id),
    'search by username': () => list(services, { search: oldest!.username }),
    'page of all members': () => listMembers(services, {}),
  };
  const figures = await measureInTurn(
    Object.values(operations).map((run) => ({ run })),
    RUNS,
  );
  console.log(`median / p95 of ${RUNS.runs} runs each, milliseconds`);
  console.table(Object.fromEntries(Object.keys(operations).map((name, index) => [name, words(figures[index])])));
  const began = performance.now();
  const file = wanted(await writeCsv(services, {}, 'en'));
  let bytes = 0;
  for await (const piece of file.pieces) bytes += piece.length;
  console.log(`CSV of all: ${((performance.now() - began) / 1000).toFixed(1)} s, ${(bytes / 1e6).toFixed(1)} MB`);
} finally {
  await server.close();
}

function wanted<Data>(answer: Data | Refused): Data {
  if (isRefused(answer)) throw new Error(answer.refused);
  return answer as Data;
}

/** Rows as Atrium would have them, without their ledger: the lists don't read it. */
async function fill(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query('set session_replication_role = replica');
    await client.query(
      `insert into withdrawals (id, member_id, destination, network, amount, fee, state, requested_at, hold_id,
         completed_at, end_id, chain_id)
       select gen_random_uuid(), m.id, 'T' || substr(md5((m.id % 20000)::text), 1, 33), 'trc20',
         10000000 + (n % 97) * 1000000, 1000000, case when n <= $1 then 'requested' else 'completed' end,
         now() - (case when n <= $1 then 0 else 3 end + n * 0.02) * interval '1 day', 1000000 + n,
         case when n > $1 then now() end, case when n > $1 then 2000000 + n end, case when n > $1 then md5(n::text) end
       from generate_series(1, $2::int) as n
       join lateral (select id from members where id = 10 + (n * 7919) % ($3::int - 20)) as m on true`,
      [WAITING, WITHDRAWALS, MEMBERS],
    );
    await client.query(
      `insert into withdrawal_steps (withdrawal_id, state, at, actor)
       select id, 'requested', requested_at, 'member' from withdrawals on conflict do nothing`,
    );
    await client.query('vacuum analyze');
  } finally {
    await client.end();
  }
}
