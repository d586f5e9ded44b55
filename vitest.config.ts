import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { isLong } from './tests/support/everyday.ts';

/** Files with a browser take longest; begun last, one would keep a worker busy and leave the other waiting. */
const LONG = /(e2e\/.*|server\/(boot\/start|operator\/commands\/(backup|move)))\.test\.ts$/;

class LongOnesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const { long = [], others = [] } = Object.groupBy(sorted, ({ moduleId }) =>
      LONG.test(moduleId) ? 'long' : 'others',
    );
    return [...long, ...others];
  }
}

/** Whole files that `npm run test:long` alone has a look at; see CONTRIBUTING.md. */
const LATER = isLong ? [] : ['**/*.long.test.ts'];

export default defineConfig({
  oxc: { jsx: { development: false } },
  test: {
    globalSetup: './tests/support/global-setup.ts',
    include: ['tests/**/*.test.ts'],
    exclude: LATER,
    // People in a browser meet the React of `npm start`, which knows no JSX of development.
    env: { NODE_ENV: 'production' },
    pool: 'forks',
    maxWorkers: 2,
    // Files share nothing but what they import, and that is read once; a file closes what it has opened.
    isolate: false,
    // The built pages run as they do in production, not through Vite.
    server: { deps: { external: [/\/dist\//] } },
    unstubGlobals: true,
    unstubEnvs: true,
    sequence: { sequencer: LongOnesFirst },
    testTimeout: isLong ? 240_000 : 60_000,
    hookTimeout: 60_000,
    // As patient as Playwright's own waits: on a busy machine a second is nothing.
    expect: { poll: { timeout: 10_000 } },
  },
});
