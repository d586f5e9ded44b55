import { parseArgs } from 'node:util';
import { brotliCompressSync } from 'node:zlib';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { addDays } from '#domain/days.ts';
import { isoDay } from '#i18n/format.ts';
import { members } from '#server/db/schema/index.ts';
import { sealDays } from '#server/members/seals/index.ts';
import { readProof } from '#server/members/seals/read-proof.ts';
import { createTeamServices, type TeamServices } from './team-services.ts';

/**
 * Time and memory of a daily seal, and the size of a proof: node bench/seals.ts 1000 100000 [--entries 100000]. Entries are
 * placement events that the public log takes in the same seal.
 */
const { values, positionals } = parseArgs({ allowPositionals: true, options: { entries: { type: 'string' } } });
const sizes = positionals.map(Number);
const entries = Number(values.entries ?? 0);
const bench = await createTeamServices(
  (sizes.length > 0 ? sizes : [1_000]).map((count) => ({ name: String(count), members: count, shape: 'random' })),
);
const rows = [];
for (const team of bench.allServices) {
  const row = await measure(team);
  console.error(JSON.stringify(row));
  rows.push(row);
}
await bench.close();
console.table(rows);

async function measure({ name, services, url }: TeamServices) {
  await giveBalances(url);
  if (entries > 0) await placeEvents(services);
  const highest = watchMemory();
  const began = performance.now();
  await sealDays(services);
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  const { before, peak } = highest();
  const day = addDays(isoDay(services.clock.now(), services.config.timeZone), -1);
  const [member] = await services.db.select().from(members).limit(1);
  const proofBegan = performance.now();
  const proof = JSON.stringify(await readProof(services, day, member!));
  const proofMs = (performance.now() - proofBegan).toFixed(0);
  return {
    members: name,
    seconds,
    beforeMB: before,
    peakMB: peak,
    proofMs,
    proofBytes: brotliCompressSync(proof).length,
  };
}

/** Fills the accounts directly, with a single entry of the platform. The app's own connections would give up. */
async function giveBalances(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('begin');
    await client.query('set local session_replication_role = replica');
    await client.query(`
      insert into ledger_accounts (kind, member_id, balance, entry_count)
      select 'available', id, (id::bigint * 7919 % 100000) * 10000, 0 from members on conflict do nothing`);
    await client.query(`
      with transfer as (
        insert into ledger_transfers (key, kind, member_id, details, leg_count, at)
        select 'bench', 'accrual', min(id), '{}', 2, now() - interval '9 days' from members returning id, at
      )
      insert into ledger_entries (transfer_id, account_id, kind, amount, at, day)
      select transfer.id, (select id from ledger_accounts where kind = 'earnings'), 'accrual',
        -(select sum(balance) from ledger_accounts where member_id is not null), at, at::date
      from transfer`);
    await client.query('commit');
    await client.query('vacuum (analyze) ledger_accounts');
  } finally {
    await client.end();
  }
}

/** One place of the first member, with many events of the day before. */
async function placeEvents({ transaction, clock }: TeamServices['services']): Promise<void> {
  await transaction(async (tx) => {
    await tx.execute(sql`set local statement_timeout = 0`);
    await tx.execute(sql`set local session_replication_role = replica`);
    await tx.execute(sql`
      with place as (
        insert into places (member_id, plan_id, transaction_id, opened_at, seat, depth, free_depth)
        select min(id), 'licenses-1', gen_random_uuid(), ${clock.now()}, 0, 0, 0 from members returning id
      )
      insert into place_events (place_id, kind, at, details)
      select place.id, 'transition', ${clock.now()}::timestamptz - interval '1 day', '{"to":"1"}'
      from place, generate_series(1, ${entries}::integer)`);
  });
}

function watchMemory(): () => { before: number; peak: number } {
  const now = () => Math.round(process.memoryUsage().rss / 1e6);
  const before = now();
  let peak = before;
  const timer = setInterval(() => (peak = Math.max(peak, now())), 50);
  return () => {
    clearInterval(timer);
    return { before, peak: Math.max(peak, now()) };
  };
}
