import cluster from 'node:cluster';
import { type Config, ConfigRefusal } from '#server/base/config.ts';
import { DatabaseRefusal } from '#server/db/move-mark.ts';
import { EngineRefusal } from '#server/engine/index.ts';
import { createLog, errorFields } from '#server/base/log.ts';
import { ProcessFailed } from './web-processes.ts';
import { startupBanner } from './startup-banner.ts';

/** Counted from the end of draining; after it the process exits with 1. */
const STOP_LIMIT_MS = 14_000;
const REFUSALS = [ConfigRefusal, EngineRefusal, DatabaseRefusal];

type Running = { stop(): Promise<void> };

export async function runUntilStopped(
  start: () => Promise<{ config: Config; running: Running }>,
  words = startupBanner,
): Promise<void> {
  const signal = waitForSignal();
  process.on('uncaughtException', logAndExit);
  try {
    const { config, running } = await start();
    if (cluster.isPrimary) process.stdout.write(words(config));
    await signal;
    setTimeout(() => process.exit(1), config.drainSeconds * 1000 + STOP_LIMIT_MS).unref();
    await running.stop();
    process.exit(0);
  } catch (error) {
    if (REFUSALS.some((refusal) => error instanceof refusal)) process.stderr.write(`${(error as Error).message}\n`);
    else if (!(error instanceof ProcessFailed)) createLog()('error', 'start', errorFields(error));
    process.exit(1);
  }
}

/** Node would print the whole error, with values of queries in it. */
function logAndExit(error: Error): void {
  createLog()('error', 'uncaught', errorFields(error));
  process.exit(1);
}

function waitForSignal(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => resolve());
  });
}
