/** How Node runs the built server, for `npm start` and the benches. */
export const server = { args: ['dist/app/main.mjs'], env: { NODE_ENV: 'production' } };
/** The same without a site, for `npm run worker`. */
export const worker = { ...server, args: ['dist/app/worker.mjs'] };
