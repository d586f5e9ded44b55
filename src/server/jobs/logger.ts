import { Logger } from 'graphile-worker';
import type { Log } from '#server/log.ts';

export const quietWorkerLogger = new Logger(() => () => {});

/** graphile-worker's words in our log, errors and warnings only. Payloads hold ids, never secrets. */
export function workerLogger(log: Log): Logger {
  return new Logger(() => (level, message) => {
    if (level === 'error') log('error', 'job', { message });
    else if (level === 'warning') log('warn', 'job', { message });
  });
}
