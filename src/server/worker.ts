import { systemClock } from './clock.ts';
import { readConfig } from './config.ts';
import { runUntilStopped } from './boot/run-until-stopped.ts';
import { startWorker } from './boot/start-worker.ts';
import { createLog } from './log.ts';

await runUntilStopped(
  async () => {
    const config = readConfig(process.env);
    return { config, running: await startWorker(config, createLog(config.logLevel), systemClock) };
  },
  ({ productName, host, port }) => `The worker of ${productName} is running at http://${host}:${port}/readyz\n`,
);
