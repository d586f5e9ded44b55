import type pg from 'pg';
import { CAREER_STATUSES } from '#domain/career-status.ts';
import { hashPassword } from '#server/members/auth/index.ts';
import { newClient } from '#server/db/new-client.ts';
import { rebuildMeanwhile, type OnProgress } from '#server/db/rebuild-meanwhile.ts';
import { HASH_COSTS } from '#server/base/hash-costs.ts';
import { DEMO_PASSWORD } from './cast.ts';
import { fullNames } from './names.ts';

export const CROWD_SHAPES = ['random', 'chain'] as const;
export const CROWD_MAX = 2_000_000;
/** Each member has a link to every upline, so a chain costs the square of its length. */
export const CHAIN_MAX = 5_000;

export type Crowd = {
  members: number;
  /** Inviter: any earlier member (`random`) or the previous one (`chain`). */
  shape: (typeof CROWD_SHAPES)[number];
  under: string;
  timeZone: string;
  until: Date;
};

export type Planted = { members: number; firstId: number; bytes: number };

const BATCH = 20_000;

/** One transaction; blocks registrations. Undefined if there is no member `under`. */
export async function plantCrowd(
  databaseUrl: string,
  crowd: Crowd,
  onProgress: OnProgress = () => {},
): Promise<Planted | undefined> {
  const client = newClient({ connectionString: databaseUrl, application_name: 'atrium-crowd' });
  await client.connect();
  try {
    await client.query('begin');
    await client.query('lock table members in access exclusive mode');
    const before = await bytesOf(client);
    const top = await findTop(client, crowd.under);
    if (!top) return undefined;
    await client.query(`set local session_replication_role = replica`);
    const run = (statement: string) => client.query(statement);
    await rebuildMeanwhile(run, 'members', onProgress, () => insertCrowd(client, crowd, top, onProgress));
    await client.query(`set local session_replication_role = origin`);
    await rebuildTeams(client, onProgress);
    await client.query('commit');
    await tidyUp(client, onProgress);
    return { members: crowd.members, firstId: top.lastId + 1, bytes: (await bytesOf(client)) - before };
  } finally {
    await client.end();
  }
}

type Top = { id: number; refCode: string; since: Date; lastId: number };

async function findTop(client: pg.Client, username: string): Promise<Top | undefined> {
  const { rows } = await client.query<Top>(
    `select id, ref_code as "refCode", registered_at as since, (select max(id) from members) as "lastId"
     from members where username = $1`,
    [username],
  );
  return rows[0];
}

async function insertCrowd(client: pg.Client, crowd: Crowd, top: Top, onProgress: OnProgress): Promise<void> {
  const { members, shape, timeZone, until } = crowd;
  const names = fullNames();
  const passwordHash = await hashPassword(DEMO_PASSWORD, HASH_COSTS.password);
  const sharedValues = [top.id, top.lastId, members, top.since, until, timeZone, passwordHash];
  const lists = [
    names.map((name) => name.written),
    names.map((name) => name.latin),
    names.map((name) => name.language),
  ];
  for (let from = 1; from <= members; from += BATCH) {
    onProgress('members', (from - 1) / members);
    const to = Math.min(from + BATCH - 1, members);
    await client.query(insertMembers(shape), [...sharedValues, ...lists, CAREER_STATUSES, from, to]);
    await client.query(INSERT_REFERRALS, [top.lastId + from, top.lastId + to]);
  }
  await client.query(`select setval(pg_get_serial_sequence('members', 'id'), $1)`, [top.lastId + members]);
  onProgress('members', 1);
}

/** From 0 to 1, the same for each pair of member and use. */
const chance = (use: number) => `((hashint8extended(n, ${use}) & 1073741823) / 1073741824.0)`;

const insertMembers = (shape: Crowd['shape']) => `
  insert into members (id, username, email, name, password_hash, language, career_status, active, real_estate,
    ref_code, inviter_id, registered_at, registered_on, activated_at)
  overriding system value
  select $2::int + n, username, username || '@crowd.example', written, $7, language,
    case when ${chance(1)} < 0.7 then 'none' else ($11::text[])[1 + floor(${chance(2)} ^ 2 * cardinality($11::text[]))] end,
    ${chance(3)} < 0.6, case when ${chance(4)} < 0.08 then 1 + floor(${chance(5)} * 3)::int else 0 end,
    'CROWD' || $2::int + n, case when above = 0 then $1::int else $2::int + above end,
    came, (came at time zone $6)::date, came + interval '10 minutes'
  from (
    select n, ${shape === 'chain' ? 'n - 1' : `floor(${chance(6)} * n)::int`} as above,
      ($8::text[])[which] as written, ($9::text[])[which] || $2::int + n as username,
      ($10::text[])[which] as language, $4::timestamptz + ($5::timestamptz - $4::timestamptz) * (n / $3::float) as came
    from (
      select n, 1 + floor(${chance(7)} ^ 3 * cardinality($8::text[]))::int as which
      from generate_series($12::int, $13::int) as n
    ) as picked
  ) as crowd`;

const INSERT_REFERRALS = `
  insert into referrals (member_id, inviter_id, ref_code, bound_at, via)
  select m.id, m.inviter_id, case when up.id < $1 then up.ref_code else 'CROWD' || up.id end, m.registered_at, 'demo'
  from members m join members up on up.id = m.inviter_id where m.id between $1 and $2`;

async function rebuildTeams(client: pg.Client, onProgress: OnProgress): Promise<void> {
  const phases = ['links', 'links: indexes', 'counters', 'days'];
  const announce = ({ message }: { message: string | undefined }) => {
    if (message && phases.includes(message)) onProgress(message, 0);
  };
  client.on('notice', announce);
  await client.query('select rebuild_team()');
  client.off('notice', announce);
}

/** After the commit: statistics for the planner, and a visibility map for index-only scans. */
async function tidyUp(client: pg.Client, onProgress: OnProgress): Promise<void> {
  const tables = ['members', 'referrals', 'team_links', 'team_counts', 'team_days'];
  for (const [index, table] of tables.entries()) {
    onProgress('tidying up', index / tables.length);
    await client.query(`vacuum (analyze) ${table}`);
  }
  onProgress('tidying up', 1);
}

async function bytesOf(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ bytes: string }>('select pg_database_size(current_database()) as bytes');
  return Number(rows[0]?.bytes);
}
