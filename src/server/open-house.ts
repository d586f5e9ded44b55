import { type App, createApp } from './app.ts';
import { answerLinkRequest, sweepExpired } from './auth/index.ts';
import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import { connect } from './db/connect.ts';
import { migrateDatabase } from './db/migrate.ts';
import { startEngine } from './engine/index.ts';
import type { House } from './house.ts';
import { runJobs } from './jobs/run-jobs.ts';
import type { Tasks } from './jobs/tasks.ts';
import type { Log } from './log.ts';
import { mailboxPostman, type Postman, sendMail, smtpPostman } from './mail/index.ts';
import { demoSecret, deriveSecrets } from './secrets.ts';

export type OpenHouse = { house: House; app: App; close(): Promise<void> };

/** The database, the API on it and the jobs, brought up in this order and down in the opposite one. */
export async function openHouse(config: Config, log: Log, clock: Clock): Promise<OpenHouse> {
  const engine = config.databaseUrl ? undefined : await startEngine({ dataDir: config.dataDir });
  const databaseUrl = config.databaseUrl ?? engine?.databaseUrl ?? '';
  try {
    await migrateDatabase(databaseUrl);
    const database = connect(databaseUrl);
    const secrets = deriveSecrets(config.sessionSecret ?? (await demoSecret(config.dataDir)));
    const house: House = { ...database, clock, config, secrets, log };
    const postman = config.smtpUrl ? smtpPostman(config.smtpUrl, config) : mailboxPostman(house.db, house.clock);
    const jobs = await runJobs(database.pool, tasksOf(house, postman), log);
    const close = async () => {
      await jobs.stop();
      await database.close();
      await engine?.stop();
    };
    return { house, app: createApp(house), close };
  } catch (error) {
    await engine?.stop();
    throw error;
  }
}

/** What each job does. */
export function tasksOf(house: House, postman: Postman): Tasks {
  return {
    'send-mail': (payload) => sendMail(house, postman, payload),
    'request-link': (payload) => answerLinkRequest(house, payload),
    'sweep-expired': () => sweepExpired(house),
  };
}
