import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { ConfigRefusal } from '#server/base/config.ts';

export type Simulator = { stop(): Promise<void> };

type Order = { port: number; secret: string; dataDir: string; webhookUrl: string };

const PATIENCE_MS = 3_000;
const MAIN = fileURLToPath(new URL('../../simulator/main.ts', import.meta.url));

/** Runs in its own process, which ends when its stdin closes: on `stop` or when the app is killed. */
export async function startSimulator(order: Order): Promise<Simulator> {
  // Own process group: Ctrl-C must only reach the app, which still calls the simulator.
  const child = spawn(process.execPath, [MAIN], { stdio: ['pipe', 'pipe', 'inherit'], detached: true, env: {} });
  child.stdin.on('error', () => {});
  child.stdin.write(`${JSON.stringify(order)}\n`);
  const ended = once(child, 'exit').then(() => 'ended');
  const firstLine = once(createInterface({ input: child.stdout }), 'line').then(([line]) => String(line));
  const outcome = await Promise.race([firstLine, ended]);
  if (outcome !== 'ready') {
    await stop(child, ended);
    throw new ConfigRefusal(
      outcome === 'taken'
        ? `Port ${order.port}, where the simulator of the node would listen, is taken by another program; stop it or set SIMULATOR_PORT to a free one. A second copy of the app on one database needs QPAYMENTS_URL and QPAYMENTS_SECRET instead, so that both ask the same node.`
        : `The simulator of the node did not start (${outcome}); try again, or name a node by QPAYMENTS_URL and QPAYMENTS_SECRET.`,
    );
  }
  return { stop: () => stop(child, ended) };
}

async function stop(child: ChildProcess, ended: Promise<unknown>): Promise<void> {
  const killTimer = setTimeout(() => child.kill('SIGKILL'), PATIENCE_MS);
  child.stdin?.end();
  await ended;
  clearTimeout(killTimer);
}
