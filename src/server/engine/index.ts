import { existsSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { type AppLock, holdAppLock } from './app-lock.ts';
import { ensureCluster } from './cluster.ts';
import { findHome, type Home } from './home.ts';
import { findRunning, type Postmaster } from './postmaster.ts';
import { EngineRefusal, explainError } from './refusal.ts';
import { dismissServer, raiseServer, type ServerOptions, stopServer } from './server.ts';

export { EngineRefusal };

export type Engine = { databaseUrl: string; stop(): Promise<void> };

type HeldServer = { server: Postmaster; lock: AppLock };

const CONNECT_LIMIT_MS = 15_000;

/** Throws EngineRefusal if a person must act. `durable: false` is for tests: a crash may lose data. */
export async function startEngine(options: { dataDir: string; durable?: boolean }): Promise<Engine> {
  const { dataDir, durable = true } = options;
  try {
    const home = findHome(dataDir);
    await ensureCluster(home, { durable });
    return keepRunning(home, { durable }, await holdServer(home, { durable }));
  } catch (error) {
    throw explainError(error, dataDir);
  }
}

function keepRunning(home: Home, options: ServerOptions, first: HeldServer): Engine {
  let held = first;
  let reviving: Promise<void> | undefined;
  let stopping: Promise<void> | undefined;
  watch();

  function watch(): void {
    void held.lock.lost.then(() => {
      if (!stopping) reviving = revive();
    });
  }

  async function revive(): Promise<void> {
    while (!stopping) {
      try {
        held = await holdServer(home, { ...options, socketDir: held.server.socketDir });
        return watch();
      } catch (error) {
        process.emitWarning(error as Error);
        await delay(1_000);
      }
    }
  }

  async function stop(): Promise<void> {
    await reviving;
    await stopServer(home.cluster, held.server);
  }

  return { databaseUrl: urlOf(first.server), stop: () => (stopping ??= stop()) };
}

async function holdServer(home: Home, options: ServerOptions): Promise<HeldServer> {
  const deadline = Date.now() + CONNECT_LIMIT_MS;
  for (;;) {
    const server = await raiseServer(home, options);
    try {
      return { server, lock: await holdAppLock(server.socketDir, home.dataDir) };
    } catch (error) {
      if (error instanceof EngineRefusal) throw error;
      const isHopeless = !existsSync(server.socketDir) || Date.now() > deadline;
      const isGone = isHopeless && (await dismissServer(home.cluster, server));
      if (Date.now() > deadline || (isHopeless && !isGone)) throw unreachable(server, home, error);
    }
    await delay(50);
  }
}

function unreachable(server: Postmaster, home: Home, error: unknown): EngineRefusal {
  return new EngineRefusal(
    `PostgreSQL (process ${server.pid}) in ${home.cluster} can't be used (${(error as Error).message}); end that process if it still runs and start again.`,
  );
}

function urlOf({ socketDir }: Postmaster): string {
  return `postgresql://atrium@localhost:5432/atrium?host=${encodeURIComponent(socketDir)}&sslmode=disable`;
}

export function findEngine(dataDir: string): string | undefined {
  const running = findRunning(findHome(dataDir).cluster);
  return running && urlOf(running);
}
