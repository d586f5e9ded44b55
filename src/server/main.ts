import cluster from 'node:cluster';
import { readConfig } from './config.ts';
import { jsonLog } from './log.ts';
import { runUntilStopped } from './run-until-stopped.ts';
import { builtPages } from './site/built-pages.ts';
import { start } from './start.ts';
import { startProcesses } from './web-processes.ts';

await runUntilStopped(async () => {
  const config = readConfig(process.env);
  const isSupervisor = cluster.isPrimary && config.webProcesses > 1;
  const running = isSupervisor
    ? await startProcesses(config.webProcesses, jsonLog)
    : await start(config, jsonLog, builtPages());
  return { config, running };
});
