import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { createTeamServices } from './team-services.ts';
import { fillLedger } from './fill-ledger.ts';
import { fillPlaces } from './fill-places.ts';

/**
 * Bytes on disk, with indexes, per member and per row, in teams of several sizes. Also counts links per member. `node
 * bench/sizes.ts --sizes 1000,10000` for less.
 */
const { values } = parseArgs({ options: { sizes: { type: 'string', default: '1000,10000,100000' } } });
const sizes = values.sizes.split(',').map(Number);
const LEDGER_ROWS = 100_000;

/** Typical rows per member, as the app writes them. */
const MORE = {
  session_families: `
    insert into session_families (id, member_id, token_hash, parent_hash, sealed_token, rotated_at, started_at, device, address_range)
    select gen_random_uuid(), m.id, sha256(m.id::text::bytea), sha256(n::text::bytea), decode(repeat('ab', 140), 'hex'),
      now(), now(), 'Firefox, Android', '203.0.113.0/24'
    from members m, generate_series(1, 2) n`,
  notices: `
    insert into notices (member_id, kind, about, at, seen_at)
    select m.id, 'accrual', n::text, now() - n * interval '1 day', now() from members m, generate_series(1, 5) n`,
  mails: `
    insert into mails (id, kind, member_id, language, about_id, created_at, sent_at)
    select gen_random_uuid(), 'withdrawal-completed', m.id, 'ru', gen_random_uuid(), now(), now() from members m`,
  kept_answers: `
    insert into kept_answers (member_id, key, call, input_mac, answer, kept_at)
    select m.id, gen_random_uuid(), 'POST /api/finance/withdrawals/', sha256(m.id::text::bytea),
      jsonb_build_object('id', gen_random_uuid(), 'state', 'approved', 'amount', '10.00', 'network', 'trc20',
        'destination', 'TMW46NB7emkS1BTR6i6tKEPEixQFZpoWqe', 'requested_at', now(), 'steps', repeat('x', 200)), now()
    from members m`,
  partner_days: `
    insert into partner_days (member_id, day, views)
    select m.id, current_date - n, n from members m, generate_series(1, 10) n on conflict do nothing`,
};

const { allServices, close } = await createTeamServices(
  sizes.map((members) => ({ name: members.toLocaleString('en'), members, shape: 'random' })),
);
const perTeam = [];
const tables = [];
try {
  for (const { url, members } of allServices) {
    const [row] = await ask<{ links: string; bytes: string; deepest: number }>(
      url,
      `select count(*) as links, pg_total_relation_size('team_links') as bytes, max(line) as deepest from team_links`,
    );
    const links = Number(row?.links);
    perTeam.push({
      members,
      linksPerMember: round(links / members),
      deepest: row?.deepest,
      bytesPerLink: round(Number(row?.bytes) / links),
      linkBytesPerMember: round(Number(row?.bytes) / members),
    });
  }
  const largest = allServices.at(-1)!;
  const { url } = largest;
  const [plan] = await ask<{ id: string }>(url, 'select id from plans order by platform, number limit 1');
  if (plan) await fillPlaces(url, plan.id);
  const [anna] = await ask<{ id: number }>(url, `select id from members where username = 'anna'`);
  const ledger = { memberId: anna!.id, sourceId: anna!.id, rows: LEDGER_ROWS, monthRows: 500, month: '2026-10-01' };
  await fillLedger(largest, ledger);
  for (const statement of Object.values(MORE)) await ask(url, statement);
  await ask(url, 'vacuum analyze');
  const [members] = await ask<{ count: string }>(url, 'select count(*) from members');
  const found = await ask<{ name: string; bytes: string; heap: string }>(
    url,
    `select relname as name, pg_total_relation_size(oid) as bytes, pg_relation_size(oid) as heap
     from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by 2 desc`,
  );
  for (const { name, bytes, heap } of found) {
    const [row] = await ask<{ count: string }>(url, `select count(*) from ${name}`);
    const rows = Number(row?.count);
    if (rows < 1000) continue;
    tables.push({
      table: name,
      rows,
      MB: round(Number(bytes) / 1e6),
      bytesPerRow: round(Number(bytes) / rows),
      withoutIndexes: round(Number(heap) / rows),
      perMember: round(Number(bytes) / Number(members?.count)),
    });
  }
} finally {
  await close();
}
console.table(perTeam);
console.table(tables);
await writeFile('bench/sizes.json', `${JSON.stringify({ perTeam, tables }, null, 2)}\n`);

async function ask<Row>(url: string, statement: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(statement)).rows as Row[];
  } finally {
    await client.end();
  }
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
