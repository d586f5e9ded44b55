import { eq } from 'drizzle-orm';
import pg from 'pg';
import { TEAM_PAGE } from '#contracts/team.ts';
import { isRefused } from '#domain/refusals.ts';
import { members } from '#server/db/schema/index.ts';
import type { Services } from '#server/api/services.ts';
import { listTeamMembers } from '#server/members/team/list-team.ts';
import { server } from '../../scripts/server.mjs';
import { createTeamServices } from '../team-services.ts';
import { parentOf } from './processes.ts';

type Variant = { name: string; rows: number; env: Record<string, string>; args: string[] };

/** A database with Anna's team, and the variants of our app to start on it. */
export type Ours = {
  variants: Variant[];
  /** Matches some rows of the first page, and in the whole team fewer than one page. */
  word: string;
  databasePid: number;
  close(): Promise<void>;
};

/** Rows that the peers render. */
const PEERS_ROWS = 50;
const MEMBERS = 200;

export async function openOurs(): Promise<Ours> {
  const { allServices, close } = await createTeamServices([{ name: 'ours', members: MEMBERS, shape: 'random' }]);
  const [team] = allServices;
  if (!team) throw new Error('no team was made');
  const env = {
    DATABASE_URL: team.url,
    SESSION_SECRET: 'the secret of the phone bench is long enough to be one',
    // Turns off load shedding.
    EVENT_LOOP_LAG_MS: '3600000',
    MAX_IN_FLIGHT: '1000',
  };
  const hook = new URL('./longer-pages.ts', import.meta.url).href;
  return {
    variants: [
      { name: 'atrium', rows: TEAM_PAGE, env, args: server.args },
      {
        name: `atrium, ${PEERS_ROWS} rows`,
        rows: PEERS_ROWS,
        env: { ...env, BENCH_TEAM_PAGE: String(PEERS_ROWS) },
        args: [`--import=${hook}`, ...server.args],
      },
    ],
    word: await pickWord(team.services),
    databasePid: await findPostmaster(team.url),
    close,
  };
}

async function pickWord({ db }: Services): Promise<string> {
  const [anna] = await db.select({ id: members.id }).from(members).where(eq(members.username, 'anna'));
  const search = async (filter: { search?: string; limit: number }) => {
    const found = await listTeamMembers({ db }, anna?.id ?? 0, filter);
    return isRefused(found) ? [] : found.rows;
  };
  for (const { username } of await search({ limit: TEAM_PAGE })) {
    const word = username.slice(0, 3);
    const found = await search({ search: word, limit: TEAM_PAGE });
    if (found.length > 0 && found.length < TEAM_PAGE) return word;
  }
  throw new Error('no word finds some of the team');
}

/** The postmaster is the parent of each connection's process. */
async function findPostmaster(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  const postmaster = parentOf(rows[0]?.pid ?? 0);
  await client.end();
  return postmaster;
}
