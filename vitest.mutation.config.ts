import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { readTask } from './scripts/mutation/folders.ts';

/** Their work is done by processes of their own, which no mutant reaches: they would take minutes and notice nothing. */
const BY_PROCESSES = '**/{at-once,kills,pay-out-processes,session-at-once}.test.ts';

/** The first test that notices a mutant ends its run. */
class ShortOnesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).toReversed();
  }
}

/** Of `npm run test:mutation`: the tests of one folder, in the copy of the project that has the mutants in it. */
export default defineConfig({
  test: {
    globalSetup: './tests/support/global-setup.ts',
    include: readTask(process.env['MUTATION_TASK'] ?? '')?.tests ?? [],
    exclude: [BY_PROCESSES],
    // Files share what they import, which is read once for each mutant.
    isolate: false,
    sequence: { sequencer: ShortOnesFirst },
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
