import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export type Postmaster = { pid: number; socketDir: string; isReady: boolean };

export function readPostmaster(cluster: string): Postmaster | undefined {
  try {
    const lines = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n');
    const pid = Number.parseInt(lines[0] ?? '', 10);
    return pid > 0 ? { pid, socketDir: lines[4] ?? '', isReady: lines[7]?.trim() === 'ready' } : undefined;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

export function findRunning(cluster: string): Postmaster | undefined {
  const postmaster = readPostmaster(cluster);
  return postmaster && isServerOf(postmaster.pid, cluster) ? postmaster : undefined;
}

/** Checks the command too, because process ids are reused. */
export function isServerOf(pid: number, cluster: string): boolean {
  return isAlive(pid) && readCommand(pid).includes(`-D ${cluster} -k `);
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function readCommand(pid: number): string {
  if (process.platform !== 'linux')
    return spawnSync('ps', ['-p', `${pid}`, '-o', 'args='], { encoding: 'utf8' }).stdout;
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    return '';
  }
}
