import { run } from './setup.mjs';

const CACHE = 'node_modules/.cache/checks';

/** What is read of every file of the project, tests and tools included, without running it: a name and its commands. */
export const CHECKS = [
  // Astro's checker would read TypeScript too, at four times the cost: it has the pages, tsc all the rest.
  ['types', ['tsc', '--incremental', '--tsBuildInfoFile', `${CACHE}/tsc.json`]],
  ['types of pages', ['astro', 'check', '--tsconfig', 'tsconfig.pages.json']],
  ['format', ['prettier', '--check', '--log-level=warn', '--cache', '--cache-location', `${CACHE}/prettier`, '.']],
  ['lint', ['oxlint']],
  ['tidy', ['node', 'scripts/tidy.ts']],
  ['dead code', ['knip']],
  ['dead code of the product', ['knip', '--production']],
];

/** Runs one and prints how it went. Resolves to whether it passed. `politely`: on what others leave of the processor. */
export async function runCheck([name, [command, ...args]], env, { politely = false } = {}) {
  const startMs = Date.now();
  const [program, ...words] = politely ? ['nice', '-n', '19', command, ...args] : [command, ...args];
  const isPassed = (await run(program, words, env)) === 0;
  console.log(`▸ ${name} ${isPassed ? 'passed' : 'failed'} in ${((Date.now() - startMs) / 1000).toFixed(1)} s`);
  return isPassed;
}
