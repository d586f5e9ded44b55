import { CHECKS, runCheck } from './checks.mjs';
import { ensureInstalled, toolEnv } from './setup.mjs';

/** Two checks run at a time, the longest first. */
const LANES = 2;

const env = toolEnv(await ensureInstalled());
const waiting = [...CHECKS];
const results = [];

async function work() {
  for (let next = waiting.shift(); next; next = waiting.shift()) results.push(await runCheck(next, env));
}

await Promise.all(Array.from({ length: LANES }, work));
process.exitCode = results.every(Boolean) ? 0 : 1;
