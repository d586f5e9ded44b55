import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    globalSetup: './tests/support/global-setup.ts',
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    include: ['tests/**/*.test.ts'],
  },
});
