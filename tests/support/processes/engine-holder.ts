import { EngineRefusal, startEngine } from '#server/engine/index.ts';

// Stands for an app in a process of its own: says what became of its start, stops when told to.
const [dataDir = ''] = process.argv.slice(2);

try {
  const engine = await startEngine({ dataDir });
  process.once('SIGTERM', () => engine.stop().then(() => process.exit(0)));
  console.log(JSON.stringify({ databaseUrl: engine.databaseUrl }));
} catch (error) {
  if (!(error instanceof EngineRefusal)) throw error;
  console.log(JSON.stringify({ refusal: error.message }));
}
