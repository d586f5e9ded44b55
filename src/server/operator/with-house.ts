import { systemClock } from '#server/clock.ts';
import { type Config, readConfig } from '#server/config.ts';
import { connect } from '#server/db/connect.ts';
import { migrateDatabase } from '#server/db/migrate.ts';
import { findEngine, startEngine } from '#server/engine/index.ts';
import type { House } from '#server/house.ts';
import { jsonLog } from '#server/log.ts';
import { nodeAddress, openNode } from '#server/node/index.ts';
import { demoSecret, deriveSecrets } from '#server/secrets.ts';

/** An import of twenty thousand lines is one transaction, and nobody waits for an answer over http. */
const STATEMENT_MS = 120_000;

/** Works on the database of the running app, or raises it for as long as the work takes. */
export async function withHouse<T>(work: (house: House) => Promise<T>): Promise<T> {
  const config = readConfig(process.env);
  const running = config.databaseUrl ?? findEngine(config.dataDir);
  if (running) return useDatabase(config, running, work);
  const engine = await startEngine({ dataDir: config.dataDir });
  try {
    return await useDatabase(config, engine.databaseUrl, work);
  } finally {
    await engine.stop();
  }
}

async function useDatabase<T>(config: Config, databaseUrl: string, work: (house: House) => Promise<T>): Promise<T> {
  await migrateDatabase(databaseUrl);
  const database = connect(databaseUrl, 2, STATEMENT_MS);
  try {
    const secrets = deriveSecrets(config.sessionSecret ?? (await demoSecret(config.dataDir)), config.pinPepper);
    const node = openNode(nodeAddress(config, secrets));
    return await work({ ...database, clock: systemClock, config, secrets, log: jsonLog, node });
  } finally {
    await database.close();
  }
}
