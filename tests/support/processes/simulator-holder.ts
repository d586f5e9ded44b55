import { startSimulator } from '#server/node/index.ts';

// Acts as an app that runs a simulator.
await startSimulator(JSON.parse(process.argv[2] ?? '{}'));
console.log('ready');
