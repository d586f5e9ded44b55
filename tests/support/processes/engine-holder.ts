import { EngineRefusal, startEngine } from '#server/engine/index.ts';

// Acts as an app in its own process: prints whether the engine started, and stops at SIGTERM.
const [dataDir = ''] = process.argv.slice(2);

try {
  const engine = await startEngine({ dataDir });
  process.once('SIGTERM', () => engine.stop().then(() => process.exit(0)));
  console.log(JSON.stringify({ databaseUrl: engine.databaseUrl }));
} catch (error) {
  if (!(error instanceof EngineRefusal)) throw error;
  console.log(JSON.stringify({ refusal: error.message }));
}
