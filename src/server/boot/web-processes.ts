import cluster from 'node:cluster';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import type { Config } from '#server/base/config.ts';
import type { Log } from '#server/base/log.ts';
import { openGatheredMetrics } from './open-metrics.ts';

const RESTART_AFTER_MS = 1_000;

/** A process ended before it listened; it has printed the reason. */
export class ProcessFailed extends Error {}

/** Restarts each process that ends. Resolves when all of them listen. */
export async function startProcesses(config: Config, log: Log): Promise<{ stop(): Promise<void> }> {
  // With round robin, a connection given to a process that was just killed would hang.
  cluster.schedulingPolicy = cluster.SCHED_NONE;
  const metrics = await openGatheredMetrics(config, log);
  const stopping = new AbortController();
  const starts = Array.from({ length: config.webProcesses }, () => Promise.withResolvers<void>());
  const processes = starts.map(async ({ resolve, reject }) => {
    while (!stopping.signal.aborted) {
      const worker = cluster.fork();
      worker.once('listening', resolve);
      const stopWorker = () => worker.process.kill('SIGTERM');
      stopping.signal.addEventListener('abort', stopWorker);
      const [code] = (await once(worker, 'exit')) as [number | null];
      stopping.signal.removeEventListener('abort', stopWorker);
      reject(new ProcessFailed());
      if (stopping.signal.aborted) return;
      log('error', 'process', { worker: worker.process.pid, code: code ?? 'killed' });
      await delay(RESTART_AFTER_MS, undefined, { signal: stopping.signal }).catch(() => {});
    }
  });
  const stop = async () => {
    stopping.abort();
    await Promise.all(processes);
    await metrics?.stop();
  };
  try {
    await Promise.all(starts.map(({ promise }) => promise));
  } catch (error) {
    await stop();
    throw error;
  }
  return { stop };
}
