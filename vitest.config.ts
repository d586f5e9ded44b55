import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    globalSetup: './tests/support/global-setup.ts',
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // As patient as Playwright's own waits: on a busy machine a second is nothing.
    expect: { poll: { timeout: 10_000 } },
    include: ['tests/**/*.test.ts'],
  },
});
