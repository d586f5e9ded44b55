/**
 * How Node runs the built server, for `npm start` and the benches: with less memory than V8 and malloc take by
 * themselves. No limit, so that a rush costs time and ends nothing. Decision 0037 has the figures.
 */
export const server = {
  args: [
    '--max-semi-space-size=16',
    '--heap-growing-percent=70',
    '--no-allocation-site-pretenuring',
    '--expose-gc',
    'dist/app/main.mjs',
  ],
  env: { MALLOC_ARENA_MAX: '1' },
};
