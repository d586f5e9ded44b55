import { systemClock } from '#server/base/clock.ts';
import { type Config, ConfigRefusal, readConfig } from '#server/base/config.ts';
import { connect } from '#server/db/connect.ts';
import { migrateDatabase } from '#server/db/migrate.ts';
import { DatabaseRefusal } from '#server/db/move-mark.ts';
import { EngineRefusal, findEngine, startEngine } from '#server/engine/index.ts';
import type { Services } from '#server/api/services.ts';
import { createLog } from '#server/base/log.ts';
import { nodeAddress, openNode } from '#server/node/index.ts';
import { openSecrets } from '#server/base/secrets.ts';
import type { Outcome } from './command.ts';

/** Long, because one statement writes the links of a million imported members. */
const STATEMENT_MS = 15 * 60_000;

/** Uses the database of the running app, or starts the private server. */
export async function withServices<T>(work: (services: Services) => Promise<T>, env = process.env): Promise<T> {
  const config = readConfig(env);
  return withDatabase(config, (databaseUrl) => useDatabase(config, databaseUrl, work));
}

export async function withDatabase<T>(
  config: Pick<Config, 'databaseUrl' | 'dataDir'>,
  work: (databaseUrl: string) => Promise<T>,
): Promise<T> {
  const running = config.databaseUrl ?? findEngine(config.dataDir);
  return running ? work(running) : withEngine(config.dataDir, work);
}

/** Starts the private server for `work`. Throws EngineRefusal while an app uses it. */
export async function withEngine<T>(dataDir: string, work: (databaseUrl: string) => Promise<T>): Promise<T> {
  const engine = await startEngine({ dataDir });
  try {
    return await work(engine.databaseUrl);
  } finally {
    await engine.stop();
  }
}

/** Like `withDatabase`, but refuses a private server in use. For another server the caller checks who is connected. */
export function withDatabaseAlone<T>(
  config: Pick<Config, 'databaseUrl' | 'dataDir'>,
  work: (databaseUrl: string) => Promise<T>,
): Promise<T> {
  return config.databaseUrl ? work(config.databaseUrl) : withEngine(config.dataDir, work);
}

async function useDatabase<T>(
  config: Config,
  databaseUrl: string,
  work: (services: Services) => Promise<T>,
): Promise<T> {
  await migrateDatabase(databaseUrl);
  const database = connect(databaseUrl, 2, { statement: STATEMENT_MS });
  try {
    const secrets = await openSecrets(config);
    const node = openNode(nodeAddress(config, secrets));
    return await work({ ...database, clock: systemClock, config, secrets, log: createLog(config.logLevel), node });
  } finally {
    await database.close();
  }
}

const REFUSALS = [ConfigRefusal, EngineRefusal, DatabaseRefusal];

export async function printOutcome(isJson: boolean, work: () => Promise<Outcome>) {
  try {
    const outcome = await work();
    const { words, json } = read(outcome);
    const isRefusal = 'refused' in outcome;
    (isRefusal ? process.stderr : process.stdout).write(`${isJson ? JSON.stringify(json) : words}\n`);
    process.exitCode = 'words' in outcome ? 0 : 1;
  } catch (error) {
    if (!REFUSALS.some((refusal) => error instanceof refusal)) throw error;
    process.stderr.write(`${(error as Error).message}\n`);
    process.exitCode = 1;
  }
}

function read(outcome: Outcome): { words: string; json: unknown } {
  if ('refused' in outcome) return { words: outcome.refused, json: { success: false, error: outcome.refused } };
  if ('words' in outcome) {
    const { words, data, secret } = outcome;
    if (secret === undefined) return { words, json: { success: true, data } };
    return { words: `${words}\n${secret}`, json: { success: true, data, secret } };
  }
  return { words: outcome.wrong, json: { success: false, error: outcome.wrong, data: outcome.data } };
}
