import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { type RunningSimulator, runSimulator, type SimulatorOptions } from './server.ts';

const PATIENCE_MS = 2_000;
const PAUSE_MS = 50;

// The app writes its options as one line and reads one line back. stdin closes when the app ends.
const input = createInterface({ input: process.stdin });
const [line] = await once(input, 'line');
const { port, secret, dataDir, webhookUrl } = JSON.parse(String(line));
input.once('close', () => process.exit(0));
process.once('SIGTERM', () => process.exit(0));
const simulator = await untilFree({ port, secret, webhookUrl, file: join(dataDir, 'simulator.jsonl') });
process.stdout.write(simulator ? 'ready\n' : 'taken\n');
if (!simulator) process.exitCode = 1;

/** The simulator of an app that was just killed may still hold the port. */
async function untilFree(options: SimulatorOptions): Promise<RunningSimulator | undefined> {
  const deadline = performance.now() + PATIENCE_MS;
  for (;;) {
    try {
      return await runSimulator(options);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
      if (performance.now() > deadline) return undefined;
    }
    await delay(PAUSE_MS);
  }
}
