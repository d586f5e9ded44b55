import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { readTask } from './scripts/mutation/folders.ts';

/** Their work is done by processes of their own, which no mutant reaches: they would take minutes and notice nothing. */
const BY_PROCESSES = '**/{at-once,kills,pay-out-processes,session-at-once}.test.ts';
/** What repeats much comes last: the first test that notices a mutant ends its run. */
const REPEATS = /\/(?:histories|bank|pin|stop)\.test\.ts$/;

class ShortOnesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = (await super.sort(files)).toReversed();
    const repeats = ({ moduleId }: TestSpecification) => REPEATS.test(moduleId);
    return [...sorted.filter((file) => !repeats(file)), ...sorted.filter(repeats)];
  }
}

/** Of `npm run test:mutation`: the tests of one folder, in the copy of the project that has the mutants in it. */
export default defineConfig({
  test: {
    globalSetup: './tests/support/global-setup.ts',
    include: readTask(process.env['MUTATION_TASK'] ?? '')?.tests ?? [],
    exclude: [BY_PROCESSES],
    env: { HISTORIES: '10', BANK_ACCOUNTS: '20', BANK_TRANSFERS: '300' },
    // Files share what they import, which is read once for each mutant.
    isolate: false,
    sequence: { sequencer: ShortOnesFirst },
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
