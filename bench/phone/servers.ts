import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { treeCpuMs } from './processes.ts';

/** A team page as its own server gives it. `databasePid`: what works for it elsewhere. */
export type Document = {
  name: string;
  url: string;
  cookie?: string | undefined;
  pid: number;
  databasePid?: number | undefined;
};

const run = promisify(execFile);

/** Sixteen readers for some seconds; `cpuMs` is the server's alone, for each document. */
export async function load(document: Document, seconds: number): Promise<Record<string, number>> {
  const { url, cookie, pid, databasePid } = document;
  const before = treeCpuMs(pid);
  const databaseBefore = databasePid ? treeCpuMs(databasePid) : 0;
  const headers = ['-H', 'accept-encoding: identity', ...(cookie ? ['-H', `cookie: access_token=${cookie}`] : [])];
  const { stdout } = await run('wrk', ['-t1', '-c16', '--timeout', '10s', `-d${seconds}s`, ...headers, url]);
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
