import { run } from './setup.mjs';

const CACHE = 'node_modules/.cache/checks';

/** Name and command of each check. Checks read files and run none of them. */
export const CHECKS = [
  // Astro's checker takes four times as long for TypeScript files, so it checks pages alone.
  ['types', ['tsc', '--incremental', '--tsBuildInfoFile', `${CACHE}/tsc.json`]],
  ['types of pages', ['astro', 'check', '--tsconfig', 'tsconfig.pages.json']],
  ['format', ['prettier', '--check', '--log-level=warn', '--cache', '--cache-location', `${CACHE}/prettier`, '.']],
  ['lint', ['oxlint']],
  ['tidy', ['node', 'scripts/tidy.ts']],
  ['dead code', ['knip']],
  ['dead code of the product', ['knip', '--production']],
];

/** Prints the result and resolves to whether the check passed. `politely` runs it at the lowest priority. */
export async function runCheck([name, [command, ...args]], env, { politely = false } = {}) {
  const startMs = Date.now();
  const [program, ...words] = politely ? ['nice', '-n', '19', command, ...args] : [command, ...args];
  const isPassed = (await run(program, words, env)) === 0;
  console.log(`▸ ${name} ${isPassed ? 'passed' : 'failed'} in ${((Date.now() - startMs) / 1000).toFixed(1)} s`);
  return isPassed;
}
