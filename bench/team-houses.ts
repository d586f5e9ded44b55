import { rm } from 'node:fs/promises';
import pg from 'pg';
import { type App, createApp } from '#server/app.ts';
import { systemClock } from '#server/clock.ts';
import { readConfig } from '#server/config.ts';
import { connect } from '#server/db/connect.ts';
import { migrateDatabase } from '#server/db/migrate.ts';
import { CAST } from '#server/db/seed/cast.ts';
import { type Crowd, plantCrowd } from '#server/db/seed/crowd.ts';
import { seedEmptyDemo } from '#server/db/seed/index.ts';
import { startEngine } from '#server/engine/index.ts';
import type { House } from '#server/house.ts';
import { silentLog } from '#server/log.ts';
import { nodeAddress, openNode } from '#server/node/index.ts';
import { deriveSecrets } from '#server/secrets.ts';
import { temporaryFolder } from '../tests/support/temporary-folder.ts';

export type Team = { name: string; members: number; shape: Crowd['shape'] };

/** A house with so many members below Anna, and what it cost to fill it. */
export type TeamHouse = Team & { house: House; app: App; url: string; seedSeconds: number; bytesPerMember: number };

const SECRET = 'the secret of the bench, long enough to be one';

/** All teams stand on one server, so that their operations can be measured in turn. */
export async function openTeamHouses(teams: Team[]): Promise<{ houses: TeamHouse[]; close(): Promise<void> }> {
  const dataDir = await temporaryFolder('atrium-team-scale');
  const engine = await startEngine({ dataDir, durable: false });
  const houses: TeamHouse[] = [];
  const close = async () => {
    for (const { house } of houses) await house.close();
    await engine.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
  try {
    for (const team of teams) houses.push(await openTeamHouse(engine.databaseUrl, team));
    return { houses, close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function openTeamHouse(serverUrl: string, team: Team): Promise<TeamHouse> {
  const url = await makeDatabase(serverUrl, `team_${team.shape}_${team.members}`);
  await migrateDatabase(url);
  const config = readConfig({ DATABASE_URL: url, SESSION_SECRET: SECRET });
  const database = connect(url, 4);
  const secrets = deriveSecrets(SECRET);
  const node = openNode(nodeAddress(config, secrets));
  const house: House = { ...database, clock: systemClock, config, secrets, log: silentLog, node };
  await seedEmptyDemo(house, CAST);
  const began = performance.now();
  const planted = await plantCrowd(url, { ...team, under: 'anna', timeZone: config.timeZone }, (phase, share) => {
    if (share === 0) console.error(`${team.name}: ${phase} at ${((performance.now() - began) / 1000).toFixed(0)} s`);
  });
  const seedSeconds = (performance.now() - began) / 1000;
  const bytesPerMember = Math.round((planted?.bytes ?? 0) / team.members);
  return { ...team, house, app: createApp(house), url, seedSeconds, bytesPerMember };
}

async function makeDatabase(serverUrl: string, name: string): Promise<string> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  await client.query(`create database ${name}`);
  await client.end();
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}
