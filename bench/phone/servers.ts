import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { treeCpuMs } from './processes.ts';

/** A page at its own server, without a proxy. `databasePid` is the PostgreSQL that works for it. */
export type Document = {
  name: string;
  url: string;
  /** The whole header. */
  cookie?: string | undefined;
  /** Default: uncompressed. */
  encoding?: 'br';
  /** `from anywhere` sends a new client address with each request; `with news` forces a new rendering each time. */
  readers?: keyof typeof SCRIPTS;
  pid: number;
  databasePid?: number | undefined;
};

const run = promisify(execFile);
const SCRIPTS = {
  'from anywhere': fileURLToPath(new URL('./visitors.lua', import.meta.url)),
  'with news': fileURLToPath(new URL('./changes.lua', import.meta.url)),
};

/** Runs 16 connections for `seconds`. `cpuMs` is the server's CPU time per document. */
export async function load(document: Document, seconds: number): Promise<Record<string, number>> {
  const { url, cookie, encoding = 'identity', readers, pid, databasePid } = document;
  const before = treeCpuMs(pid);
  const databaseBefore = databasePid ? treeCpuMs(databasePid) : 0;
  const headers = ['-H', `accept-encoding: ${encoding}`, ...(cookie ? ['-H', `cookie: ${cookie}`] : [])];
  const { stdout } = await run('wrk', [
    '-t1',
    '-c16',
    '--timeout',
    '10s',
    `-d${seconds}s`,
    ...headers,
    ...(readers ? ['-s', SCRIPTS[readers]] : []),
    url,
  ]);
  if (/Non-2xx|Socket errors/.test(stdout)) throw new Error(`${url}: ${stdout}`);
  const documents = figure(stdout, /(\d+) requests in/);
  return {
    perSecond: figure(stdout, /Requests\/sec:\s+([\d.]+)/),
    cpuMs: (treeCpuMs(pid) - before) / documents,
    ...(databasePid && { databaseCpuMs: (treeCpuMs(databasePid) - databaseBefore) / documents }),
  };
}

function figure(text: string, pattern: RegExp): number {
  return Number(pattern.exec(text)?.[1]);
}
