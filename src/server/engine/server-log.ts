import { closeSync, fstatSync, ftruncateSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const LIMIT_BYTES = 5 * 1024 * 1024;

/** PostgreSQL's log, opened by us because its account may not reach the folder. */
export type ServerLog = { path: string; fd: number; startBytes: number };

export function openServerLog(dataDir: string): ServerLog {
  const path = join(dataDir, 'postgres.log');
  const fd = openSync(path, 'a', 0o600);
  if (fstatSync(fd).size > LIMIT_BYTES) ftruncateSync(fd);
  return { path, fd, startBytes: fstatSync(fd).size };
}

export function closeServerLog(log: ServerLog): void {
  closeSync(log.fd);
}

/** The line that says why a start failed, among those written since the log was opened. */
export function lastWords(log: ServerLog): string {
  const lines = readFileSync(log.path).subarray(log.startBytes).toString('utf8').trim().split('\n');
  return lines.findLast((line) => /FATAL|PANIC|could not/.test(line)) ?? lines.at(-1) ?? '';
}
