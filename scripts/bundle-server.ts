import { join, relative } from 'node:path';
import { build, type Plugin } from 'rolldown';

// Bundles server, worker, operator and simulator with their packages into plain JavaScript, after the build. A start
// then strips no types and does not look for a thousand files (docs/design/http-server.md).
const folder = join('dist', 'app');

/** External: `sharp` is native, `graphile-worker` reads its own files, and its `pg` must be the same as ours. */
const LEFT_IN_NODE_MODULES = ['graphile-worker', 'pg', 'sharp'];

const STARTS_SIMULATOR = /\/src\/server\/node\/simulator\.ts$/;

/** Keeps `import.meta.url` pointing into `src`, so that modules find files beside them, such as migrations. */
const ownAddresses: Plugin = {
  name: 'atrium:own-addresses',
  transform: {
    // rolldown's own modules begin with a zero byte and have no file.
    filter: { id: { exclude: [STARTS_SIMULATOR, /^\0/] }, code: 'import.meta.url' },
    handler: (code, id) =>
      code.replaceAll('import.meta.url', `new URL('${relative(folder, id)}', import.meta.url).href`),
  },
};

const bundledSimulator: Plugin = {
  name: 'atrium:bundled-simulator',
  transform: {
    filter: { id: STARTS_SIMULATOR },
    handler: (code) => code.replace('../../simulator/main.ts', './simulator.mjs'),
  },
};

await build({
  input: {
    main: 'src/server/main.ts',
    worker: 'src/server/worker.ts',
    operator: 'src/server/operator/main.ts',
    simulator: 'src/simulator/main.ts',
  },
  platform: 'node',
  external: LEFT_IN_NODE_MODULES,
  plugins: [ownAddresses, bundledSimulator],
  output: { dir: folder, cleanDir: true, entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' },
});
