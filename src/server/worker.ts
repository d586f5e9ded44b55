import { systemClock } from '#server/base/clock.ts';
import { readConfig } from '#server/base/config.ts';
import { runUntilStopped } from './boot/run-until-stopped.ts';
import { startWorker } from './boot/start-worker.ts';
import { createLog } from '#server/base/log.ts';

await runUntilStopped(
  async () => {
    const config = readConfig(process.env);
    return { config, running: await startWorker(config, createLog(config.logLevel), systemClock) };
  },
  ({ productName, host, port }) => `The worker of ${productName} is running at http://${host}:${port}/readyz\n`,
);
