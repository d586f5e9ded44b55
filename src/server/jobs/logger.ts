import { Logger } from 'graphile-worker';
import { errorFields, type Log } from '#server/log.ts';

/** graphile-worker's words in our log, errors and warnings only; without the values that a failed query carried. */
export function workerLogger(log: Log): Logger {
  return new Logger(() => (level, words, meta) => {
    if (level !== 'error' && level !== 'warning') return;
    const [message] = words.split(/ with error |\nparams:/, 1);
    const error: unknown = meta?.['error'];
    log(level === 'error' ? 'error' : 'warn', 'job', { message, ...(error !== undefined && errorFields(error)) });
  });
}
