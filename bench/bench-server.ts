import { rm } from 'node:fs/promises';
import pg from 'pg';
import { type App, createApp } from '#server/http/calls/app.ts';
import { systemClock } from '#server/base/clock.ts';
import { readConfig } from '#server/base/config.ts';
import { connect } from '#server/db/connect.ts';
import { migrateDatabase } from '#server/db/migrate.ts';
import { CAST, type Person } from '#server/operator/seed/cast.ts';
import { seedEmptyDemo } from '#server/operator/seed/index.ts';
import { startEngine } from '#server/engine/index.ts';
import type { Services } from '#server/api/services.ts';
import { nodeAddress, openNode } from '#server/node/index.ts';
import { deriveSecrets } from '#server/base/secrets.ts';
import { silentLog } from '../tests/support/app/silent-log.ts';
import { temporaryFolder } from '../tests/support/temporary-folder.ts';

export type BenchServices = { services: Services; app: App; url: string };

export const SECRET = 'the secret of the bench is long enough to be one';

/**
 * PostgreSQL for a bench with a database per `createServices`, each with the cast. Deleted when closed, unless `kept`
 * names its folder; databases in that folder are reused.
 */
export async function openBenchServer({ kept }: { kept?: string | undefined } = {}) {
  const dataDir = kept ?? (await temporaryFolder('atrium-bench'));
  const engine = await startEngine({ dataDir, durable: false });
  const opened: Services[] = [];
  return {
    async createServices(name: string, people: readonly Person[] = CAST): Promise<BenchServices> {
      const { url, isNew } = await makeDatabase(engine.databaseUrl, name);
      await migrateDatabase(url);
      const config = readConfig({ DATABASE_URL: url, SESSION_SECRET: SECRET });
      const database = connect(url, 4);
      const secrets = deriveSecrets([SECRET]);
      const node = openNode(nodeAddress(config, secrets));
      const services: Services = { ...database, clock: systemClock, config, secrets, log: silentLog, node };
      opened.push(services);
      if (isNew) await seedEmptyDemo(services, people);
      return { services, app: createApp(services), url };
    },
    async close() {
      for (const services of opened) await services.close();
      await engine.stop();
      if (kept === undefined) await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function makeDatabase(serverUrl: string, name: string): Promise<{ url: string; isNew: boolean }> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  const { rowCount } = await client.query('select from pg_database where datname = $1', [name]);
  if (!rowCount) await client.query(`create database ${name}`);
  await client.end();
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return { url: url.href, isNew: !rowCount };
}
