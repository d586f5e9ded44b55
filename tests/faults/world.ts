import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { systemClock } from '#server/base/clock.ts';
import { migrateDatabase } from '#server/db/migrate.ts';
import { startEngine } from '#server/engine/index.ts';
import type { Services } from '#server/api/services.ts';
import { CAST, type Person } from '#server/operator/seed/cast.ts';
import { seedEmptyDemo } from '#server/operator/seed/index.ts';
import { seedPlans } from '#server/operator/seed/places.ts';
import { type RunningSimulator, runSimulator } from '#simulator/server.ts';
import { nodeEvent } from '#contracts/transactions.ts';
import { worker as workerProgram } from '../../scripts/server.mjs';
import { openCopy } from '../support/processes/copy.ts';
import { query, serverPid } from '../support/processes/engine-apps.ts';
import { type FaultyLine, openFaultyLine } from '../support/db/faulty-line.ts';
import { freePort } from '../support/free-port.ts';
import { NODE_SECRET } from '../support/world/node.ts';
import { SESSION_SECRET } from '../support/app/services.ts';
import { openMailServer, type ReceivedEmail } from '../support/world/smtp.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { copiesOf, startWholeApp, type WholeApp } from '../support/app/whole-app.ts';
import type { Fault, LineName } from './plan.ts';

/** Atrium as an operator runs it, with all its neighbours under the test's control. */
export type World = {
  port: number;
  /** Connected directly, without the faulty lines. */
  services: Services;
  node: RunningSimulator;
  emails: ReceivedEmail[];
  /** Starts a fault; resolves when the ended program is being restarted. */
  begin(fault: Fault): Promise<void>;
  heal(): Promise<void>;
  said(): string;
  /** Programs that ended without a fault of the plan. */
  fallen(): string[];
  close(): Promise<void>;
};

/** A program under a supervisor that restarts it whenever it ends. */
type Kept = {
  now(): WholeApp | undefined;
  end(signal: NodeJS.Signals): Promise<void>;
  stop(): Promise<void>;
  said(): string;
  fallen(): string[];
};

export async function openWorld(people: readonly Person[] = CAST): Promise<World> {
  const closers: (() => Promise<unknown>)[] = [];
  const dataDir = await temporaryFolder('atrium-faults');
  closers.push(() => rm(dataDir, { recursive: true, force: true }));
  const engine = await startEngine({ dataDir });
  closers.push(() => engine.stop());
  await migrateDatabase(engine.databaseUrl);

  const mailServer = await openMailServer();
  const port = await freePort();
  const folder = new URL(engine.databaseUrl).searchParams.get('host') ?? '';
  const webhooks = await openFaultyLine({ port, host: '127.0.0.1' });
  const node = await runSimulator({
    port: 0,
    secret: NODE_SECRET,
    file: join(dataDir, 'node.jsonl'),
    webhookUrl: `http://127.0.0.1:${webhooks.port}${nodeEvent.path}`,
    waitsMs: [200, 1_000],
  });
  node.state.turn({ sendsTwice: true, outOfOrder: true });
  const lines: Record<LineName, FaultyLine> = {
    database: await openFaultyLine({ path: `${folder}/.s.PGSQL.5432` }),
    mail: await openFaultyLine({ port: Number(new URL(mailServer.url).port), host: '127.0.0.1' }),
    node: await openFaultyLine({ port: Number(new URL(node.url).port), host: '127.0.0.1' }),
    webhooks,
  };
  closers.push(
    () => node.stop(),
    () => Promise.all(Object.values(lines).map((line) => line.close())),
  );

  const services = openCopy(engine.databaseUrl, SESSION_SECRET);
  closers.push(() => services.close());
  await seedEmptyDemo({ ...services, clock: systemClock }, people);
  await services.transaction((tx) => seedPlans(tx, services));
  await services.db.execute(sql`update members set active = false where active`);

  const env = {
    DATABASE_URL: `postgresql://atrium@127.0.0.1:${lines.database.port}/atrium`,
    SESSION_SECRET,
    SMTP_URL: `smtp://127.0.0.1:${lines.mail.port}`,
    QPAYMENTS_URL: `http://127.0.0.1:${lines.node.port}`,
    QPAYMENTS_SECRET: NODE_SECRET,
    TRUSTED_PROXY_HOPS: '1',
    // The default of test sites turns load shedding off; here it stays on.
    EVENT_LOOP_LAG_MS: '2000',
    MAX_CONNECTIONS_PER_ADDRESS: '1000000',
    WITHDRAWAL_DAILY_LIMIT: '1000000',
  };
  const web = await keepRunning(() =>
    startWholeApp({ ...env, PORT: String(port), WEB_PROCESSES: '2', RUN_JOBS: 'false' }),
  );
  closers.push(() => web.stop());
  const worker = await keepRunning(() => startWholeApp(env, workerProgram.args));
  closers.push(() => worker.stop());
  const postmaster = () => serverPid(join(dataDir, 'postgres'));
  const programs = { web, worker };

  return {
    port,
    services,
    node,
    emails: mailServer.emails,
    async begin(fault) {
      if (fault.kind === 'line') return lines[fault.line].begin(fault.fault);
      if (fault.what === 'postgresql') {
        const pid = postmaster();
        process.kill(pid, fault.kind === 'kill' ? 'SIGKILL' : 'SIGINT');
        // The engine restarts it.
        while (postmasterOr(postmaster) === pid || !(await isAnswering(engine.databaseUrl))) await delay(20);
        return;
      }
      if (fault.what !== 'web process') {
        return programs[fault.what].end(fault.kind === 'kill' ? 'SIGKILL' : 'SIGTERM');
      }
      const app = web.now();
      const [pid] = app ? await copiesOf(app) : [];
      if (pid) process.kill(pid, 'SIGKILL');
    },
    async heal() {
      await Promise.all(Object.values(lines).map((line) => line.heal()));
    },
    said: () => web.said() + worker.said(),
    fallen: () => [...web.fallen(), ...worker.fallen()],
    async close() {
      for (const close of closers.toReversed()) await close();
    },
  };
}

function postmasterOr(read: () => number): number | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

function isAnswering(databaseUrl: string): Promise<boolean> {
  return query(databaseUrl, 'select 1').then(
    () => true,
    () => false,
  );
}

/** Pause of a supervisor before a restart. */
const RESTART_MS = 50;

async function keepRunning(start: () => Promise<WholeApp>): Promise<Kept> {
  let isOver = false;
  let before = '';
  let isAsked = false;
  const fallen: string[] = [];
  let now = await start();
  if (!(await now.isUp)) throw new Error(`It did not start: ${now.said()}`);
  const keep = async () => {
    while (!isOver) {
      // Web processes end after their killed supervisor; then their output ends, too.
      const wasUp = await now.isUp;
      const code = await now.ended;
      before += now.said();
      if (wasUp && !isAsked) fallen.push(`Ended by itself with ${code}: ${now.said().slice(-1_000)}`);
      isAsked = false;
      await delay(RESTART_MS);
      if (!isOver) now = await start();
      if (isOver) now.process.kill('SIGKILL');
    }
  };
  const kept = keep();
  const end = async (signal: NodeJS.Signals) => {
    const app = now;
    // A process that is not up yet does not handle the signal.
    if (signal === 'SIGTERM' && !(await app.isUp)) return;
    isAsked = true;
    app.process.kill(signal);
    const code = await app.ended;
    if (signal === 'SIGTERM' && code !== 0) throw new Error(`Told to stop, it ended with ${code}: ${app.said()}`);
  };
  return {
    now: () => now,
    end,
    async stop() {
      isOver = true;
      await end('SIGTERM');
      await kept;
    },
    said: () => before + now.said(),
    fallen: () => fallen,
  };
}
