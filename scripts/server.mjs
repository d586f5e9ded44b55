/** Node sizes its heap by the machine's memory and took half a gigabyte on a large one (docs/design/resource-limits.md). */
const heap = ['--max-old-space-size=512', '--max-semi-space-size=16'];

/** Node options of the built server, for `npm start` and the benches. The image and the units in ops use the same. */
export const server = {
  args: [...heap, 'dist/app/main.mjs'],
  env: { NODE_ENV: 'production', MALLOC_ARENA_MAX: '2' },
};
/** The worker without the site, for `npm run worker`. */
export const worker = { ...server, args: [...heap, 'dist/app/worker.mjs'] };
