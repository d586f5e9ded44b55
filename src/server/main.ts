import { readConfig } from './config.ts';
import { jsonLog } from './log.ts';
import { runUntilStopped } from './run-until-stopped.ts';
import { builtPages } from './site/built-pages.ts';
import { start } from './start.ts';

await runUntilStopped(async () => {
  const config = readConfig(process.env);
  const running = await start(config, jsonLog, builtPages());
  return { config, running };
});
