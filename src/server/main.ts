import cluster from 'node:cluster';
import { readConfig } from '#server/base/config.ts';
import { createLog } from '#server/base/log.ts';
import { runUntilStopped } from './boot/run-until-stopped.ts';
import { builtPages } from '#server/http/pages/astro-pages.ts';
import { start } from './boot/start.ts';
import { startProcesses } from './boot/web-processes.ts';

await runUntilStopped(async () => {
  const config = readConfig(process.env);
  const isSupervisor = cluster.isPrimary && config.webProcesses > 1;
  const log = createLog(config.logLevel);
  const running = isSupervisor ? await startProcesses(config, log) : await start(config, log, builtPages());
  return { config, running };
});
