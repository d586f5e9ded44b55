import { startSimulator } from '#server/node/index.ts';

// Stands for an app with a simulator beside it.
await startSimulator(JSON.parse(process.argv[2] ?? '{}'));
console.log('ready');
