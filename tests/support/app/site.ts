import { type Clock, systemClock } from '#server/base/clock.ts';
import { readConfig } from '#server/base/config.ts';
import { connect, type Database } from '#server/db/connect.ts';
import { CAST, type Person } from '#server/operator/seed/cast.ts';
import { seedDemoLife, seedEmptyDemo } from '#server/operator/seed/index.ts';
import type { Log } from '#server/base/log.ts';
import { deriveSecrets } from '#server/base/secrets.ts';
import { builtPages } from '#server/http/pages/astro-pages.ts';
import { type Running, start } from '#server/boot/start.ts';
import { afterwards } from '../afterwards.ts';
import { freePort } from '../free-port.ts';
import { freshDatabase, QUICK, SESSION_SECRET } from './services.ts';
import { NO_NODE } from '../world/node.ts';
import { logOnFailure } from './log-on-failure.ts';

export type TestSite = { origin: string; port: number; database: Database; databaseUrl: string; running: Running };
/** `money` gives the demo's people PINs, Anna a history, and the feed its posts. */
type Options = {
  people?: readonly Person[];
  money?: boolean;
  env?: NodeJS.ProcessEnv;
  log?: Log;
  clock?: Clock;
  built?: Built;
};
type Built = ReturnType<typeof builtPages>;

/** Starts the whole site: built pages, HTTP, jobs and its own database with the cast. */
export async function openTestSite(options: Options = {}): Promise<TestSite> {
  const { people = CAST, money, env, log = logOnFailure(), clock = systemClock, built = builtPages() } = options;
  const databaseUrl = await freshDatabase();
  const database = connect(databaseUrl, 3);
  const port = await freePort();
  // Turns off load shedding, because the machine of the tests may be busy.
  const busy = { EVENT_LOOP_LAG_MS: '3600000', MAX_IN_FLIGHT: '1000000', MAX_CONNECTIONS_PER_ADDRESS: '1000000' };
  const own = { DATABASE_URL: databaseUrl, SESSION_SECRET, PORT: String(port), ...QUICK, ...busy };
  const config = readConfig({ ...own, ...NO_NODE, ...env });
  const services = { ...database, clock, config, secrets: deriveSecrets([SESSION_SECRET]) };
  await seedEmptyDemo(services, people, money ? (tx) => seedDemoLife(tx, services) : undefined);
  const running = await start(config, log, built, clock);
  afterwards(async () => {
    await running.stop();
    await database.close();
  });
  return { origin: config.publicOrigin, port, database, databaseUrl, running };
}
