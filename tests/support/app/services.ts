import { randomUUID } from 'node:crypto';
import { runOnce } from 'graphile-worker';
import { inject, TestRunner } from 'vitest';
import { createApp, type App } from '#server/http/calls/app.ts';
import type { Clock } from '#server/base/clock.ts';
import { type Config, readConfig } from '#server/base/config.ts';
import { CAST, type Person } from '#server/operator/seed/cast.ts';
import { seedEmptyDemo } from '#server/operator/seed/index.ts';
import type { Services } from '#server/api/services.ts';
import { taskListOf, workerLogger } from '#server/jobs/run-jobs.ts';
import type { Log } from '#server/base/log.ts';
import { mailboxMailer, type Mailer } from '#server/mail/index.ts';
import type { NodeClient } from '#server/node/index.ts';
import { tasksOf } from '#server/boot/create-services.ts';
import { deriveSecrets } from '#server/base/secrets.ts';
import { afterwards } from '../afterwards.ts';
import { databaseUrl, query, TEMPLATE } from '../global-setup.ts';
import { logOnFailure } from './log-on-failure.ts';
import { NO_NODE, noNode } from '../world/node.ts';
import { connectPatiently } from '../db/patient.ts';
import { silentLog } from './silent-log.ts';

type TestClock = Clock & { advance(seconds: number): void };

/** The time changes only by `advance`. */
export function testClock(now = new Date()): TestClock {
  return {
    now: () => now,
    advance(seconds) {
      now = new Date(now.getTime() + seconds * 1000);
    },
  };
}

export const SESSION_SECRET = 'the secret of the tests is long enough to be one';
/** Hashing thousands of passwords at full cost takes a tenth of the whole run. */
export const QUICK = { QUICK_HASHES: 'true' };

export type TestServices = {
  services: Services;
  app: App;
  clock: TestClock;
  config: Config;
  databaseUrl: string;
  runJobs(): Promise<void>;
};

/** Opens an app with its own copy of the migrated database and the cast in it. The database is dropped after the file. */
export async function createTestServices(
  options: { mailer?: Mailer; clock?: Clock; people?: readonly Person[]; node?: NodeClient; log?: Log } = {},
): Promise<TestServices> {
  const url = await freshDatabase();
  const database = connectPatiently(url);
  const clock = testClock();
  const config = readConfig({ DATABASE_URL: url, SESSION_SECRET, ...QUICK, ...NO_NODE });
  const services: Services = {
    ...database,
    clock: options.clock ?? clock,
    config,
    secrets: deriveSecrets([SESSION_SECRET]),
    log: options.log ?? logOnFailure(),
    node: options.node ?? noNode(),
  };
  await seedEmptyDemo(services, options.people ?? CAST);
  const tasks = tasksOf(services, options.mailer ?? mailboxMailer(services.db, services.clock));
  afterwards(() => database.close());
  return {
    services,
    app: createApp(services),
    clock,
    config,
    databaseUrl: url,
    runJobs: () =>
      runOnce({
        pgPool: database.pool,
        logger: workerLogger(options.log ?? silentLog),
        noHandleSignals: true,
        taskList: taskListOf(tasks),
      }),
  };
}

/** Copies the migrated template. The copy is dropped after the file; if a test makes it, it lasts as long as the server. */
export function freshDatabase(): Promise<string> {
  return makeDatabase(`template ${TEMPLATE}`);
}

/** A database without tables, dropped in the same way. */
export function emptyDatabase(): Promise<string> {
  return makeDatabase('');
}

async function makeDatabase(like: string): Promise<string> {
  const serverUrl = inject('serverUrl');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await query(serverUrl, `create database ${name} ${like}`);
  // Dropping it after each test made a run of 40 seconds 10 seconds longer.
  if (!TestRunner.getCurrentTest()) afterwards(() => query(serverUrl, `drop database ${name} with (force)`));
  return databaseUrl(serverUrl, name);
}
