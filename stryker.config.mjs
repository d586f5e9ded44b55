import { readTask } from './scripts/mutation/folders.ts';

const BREAK_PERCENT = 85;

/** `npm run test:mutation` says which folder. */
const { name, mutate } = readTask(process.env.MUTATION_TASK ?? '') ?? { name: 'none', mutate: '' };

/** @type {import('@stryker-mutator/api/core').PartialStrykerOptions} */
export default {
  mutate: [mutate],
  testRunner: 'vitest',
  vitest: { configFile: 'vitest.mutation.config.ts', related: false, pool: 'forks' },
  plugins: ['@stryker-mutator/vitest-runner', './scripts/mutation/unread-words.ts'],
  ignorers: ['unread-words'],
  coverageAnalysis: 'perTest',
  // What runs only while files are loaded would have to be tried with all tests.
  ignoreStatic: true,
  incremental: true,
  incrementalFile: `.stryker/${name}.json`,
  tempDirName: `.stryker/${name}`,
  cleanTempDir: 'always',
  ignorePatterns: ['.stryker', '.data', '.astro', 'dist', 'docs', 'bench', 'public'],
  disableTypeChecks: false,
  reporters: ['clear-text', 'progress-append-only', 'html'],
  htmlReporter: { fileName: `.stryker/${name}.html` },
  clearTextReporter: { reportTests: false, logTests: false, skipFull: true },
  thresholds: { break: BREAK_PERCENT, low: BREAK_PERCENT, high: 95 },
  // A test waits for the database, and on a busy machine for its turn; what runs forever is counted, not timed.
  timeoutMS: 300_000,
  dryRunTimeoutMinutes: 20,
};
