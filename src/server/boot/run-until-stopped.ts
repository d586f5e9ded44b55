import cluster from 'node:cluster';
import { type Config, ConfigRefusal } from '#server/config.ts';
import { DatabaseRefusal } from '#server/db/move-mark.ts';
import { EngineRefusal } from '#server/engine/index.ts';
import { errorFields, jsonLog } from '#server/log.ts';
import { ProcessFailed } from './web-processes.ts';
import { welcome } from './startup-banner.ts';

const PATIENCE_MS = 14_000;
const REFUSALS = [ConfigRefusal, EngineRefusal, DatabaseRefusal];

type Running = { stop(): Promise<void> };

/** Runs the app until a signal; what a person can put right is told as one sentence. */
export async function runUntilStopped(begin: () => Promise<{ config: Config; running: Running }>): Promise<void> {
  const signal = waitForSignal();
  try {
    const { config, running } = await begin();
    if (cluster.isPrimary) process.stdout.write(welcome(config));
    await signal;
    setTimeout(() => process.exit(1), PATIENCE_MS).unref();
    await running.stop();
    process.exit(0);
  } catch (error) {
    if (REFUSALS.some((refusal) => error instanceof refusal)) process.stderr.write(`${(error as Error).message}\n`);
    else if (!(error instanceof ProcessFailed)) jsonLog('error', 'start', errorFields(error));
    process.exit(1);
  }
}

function waitForSignal(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => resolve());
  });
}
