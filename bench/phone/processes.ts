import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { cpuMs, memoryMb } from '../app.ts';

/** CPU time of a process and its descendants, including those that have ended. Linux only. */
export function treeCpuMs(root: number): number {
  return sum(treeOf(root), (pid) => cpuMs(pid) + endedChildrenMs(pid));
}

export function treeMemoryMb(root: number): number {
  return sum(treeOf(root), memoryMb);
}

export function parentOf(pid: number): number {
  return Number(statOf(pid)[1]);
}

const SAMPLE_MS = 400;
const TRIES = 20;
const TICK_MS = 10;

/** Waits up to 8 seconds until the machine is idle enough. Resolves to whether it was. */
export async function whenQuiet(): Promise<boolean> {
  const wanted = Math.min(1.2, availableParallelism() - 0.3) * (SAMPLE_MS / TICK_MS);
  for (let tries = 0; tries < TRIES; tries += 1) {
    const before = idleTicks();
    await delay(SAMPLE_MS);
    if (idleTicks() - before >= wanted) return true;
  }
  return false;
}

function idleTicks(): number {
  const [all = ''] = readFileSync('/proc/stat', 'utf8').split('\n');
  return Number(all.split(/ +/)[4]);
}

function endedChildrenMs(pid: number): number {
  const fields = statOf(pid);
  return (Number(fields[13]) + Number(fields[14])) * TICK_MS;
}

function statOf(pid: number): string[] {
  const line = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return line.slice(line.lastIndexOf(')') + 2).split(' ');
}

function treeOf(root: number): number[] {
  const parents = new Map<number, number>();
  for (const entry of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    const parent = orUndefined(() => parentOf(Number(entry)));
    if (parent !== undefined) parents.set(Number(entry), parent);
  }
  const all = [root];
  for (const pid of all) for (const [child, parent] of parents) if (parent === pid) all.push(child);
  return all;
}

function sum(pids: number[], figure: (pid: number) => number): number {
  return pids.reduce((total, pid) => total + (orUndefined(() => figure(pid)) ?? 0), 0);
}

/** A process may end during the reading. */
function orUndefined<Value>(look: () => Value): Value | undefined {
  try {
    return look();
  } catch {
    return undefined;
  }
}
