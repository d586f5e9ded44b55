import { join, relative } from 'node:path';
import { build, type Plugin } from 'rolldown';

// Once, after the build: the server, the worker, the operator's commands, the simulator and the packages they use as plain
// JavaScript, so that no start strips types and looks for a thousand files (decision 0060).
const folder = join('dist', 'app');

/** Native, or asked for files of its own; and `pg`, which the queue of jobs shares with us. */
const LEFT_IN_NODE_MODULES = ['graphile-worker', 'pg', 'sharp'];

const STARTS_SIMULATOR = /\/src\/server\/node\/simulator\.ts$/;

/** What a module finds beside itself, such as migrations, stays in `src`: in the bundle it keeps its own address. */
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
