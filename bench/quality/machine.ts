import { existsSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { freePort } from '../../tests/support/free-port.ts';
import { median } from '../phone/figures.ts';
import { readPeers } from '../phone/peers.ts';
import { treeCpuMs } from '../phone/processes.ts';

/** How slow this machine is now, measured by the CPU time of the Astro peer's documents. */
export type Machine = {
  /** Call it at least once per run, better in each round. */
  sample(): Promise<void>;
  factor(): number | undefined;
  /** Why there is no factor. */
  missing?: string;
  close(): Promise<void>;
};

const PEER = '5-astro';
/** CPU time per document on the day when the bounds were set. */
const PEER_CPU_MS = 2;
const READERS = 16;
const WARM_UP_MS = 3000;
const SAMPLE_MS = 2000;

/** Has no factor without `/proc` or without the built peer. */
export async function openMachine(folder = 'bench/peers'): Promise<Machine> {
  if (!existsSync('/proc/self/stat')) return none('no /proc to read CPU from');
  if (!existsSync(`${folder}/${PEER}/dist/server/entry.mjs`)) return none(`${folder}/${PEER} is not built`);
  const { peers, path, start, stop } = await readPeers(folder);
  const peer = peers.find(({ name }) => name === PEER);
  if (!peer) return none(`${folder} has no ${PEER}`);
  const port = await freePort();
  const { child } = await start({ ...peer, port });
  const url = `http://127.0.0.1:${port}${path}`;
  const pid = child.pid ?? 0;
  await askFor(url, WARM_UP_MS);
  const samples: number[] = [];
  return {
    async sample() {
      const before = treeCpuMs(pid);
      const documents = await askFor(url, SAMPLE_MS);
      samples.push((treeCpuMs(pid) - before) / documents / PEER_CPU_MS);
    },
    factor: () => median(samples),
    close: () => stop(child),
  };
}

/** Takes one sample before a bench whose rounds have no place for it. */
export async function measureMachine(): Promise<Machine> {
  const machine = await openMachine();
  await machine.sample();
  await machine.close();
  return machine;
}

export function tellFactor(machine: Machine): void {
  console.log(`machine's factor m: ${machine.factor()?.toFixed(2) ?? `unknown, ${machine.missing ?? 'no sample'}`}`);
}

function none(missing: string): Machine {
  return { sample: async () => {}, factor: () => undefined, missing, close: async () => {} };
}

async function askFor(url: string, ms: number): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: READERS });
  const until = performance.now() + ms;
  let documents = 0;
  const read = async () => {
    while (performance.now() < until) {
      await readDocument(url, agent);
      documents += 1;
    }
  };
  await Promise.all(Array.from({ length: READERS }, read));
  agent.destroy();
  return documents;
}

function readDocument(url: string, agent: Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    get(url, { agent, headers: { 'accept-encoding': 'identity' } }, (answer) => {
      answer.on('end', resolve).on('error', reject).resume();
    }).on('error', reject);
  });
}
