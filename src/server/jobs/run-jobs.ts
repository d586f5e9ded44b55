import { EventEmitter } from 'node:events';
import { Logger, parseCronItems, run, type Runner, type TaskList, type WorkerEvents } from 'graphile-worker';
import type pg from 'pg';
import { isDatabaseDown } from '#server/db/failures.ts';
import { asWork } from '#server/base/diagnostics.ts';
import { errorFields, type Log, messageOf } from '#server/base/log.ts';
import type { Tasks } from './add-job.ts';

export async function runJobs(pool: pg.Pool, tasks: Tasks, log: Log): Promise<Runner> {
  const events: WorkerEvents = new EventEmitter();
  const firstQuery = waitForFirstQuery(events);
  const running = run({
    pgPool: pool,
    concurrency: 2,
    noHandleSignals: true,
    pollInterval: 1000,
    logger: workerLogger(log),
    events,
    taskList: taskListOf(tasks),
    parsedCronItems: parseCronItems([
      { task: 'sweep-expired', match: '7 * * * *' },
      { task: 'sweep-mails', match: '* * * * *' },
      { task: 'sweep-payouts', match: '* * * * *' },
      { task: 'sweep-transactions', match: '* * * * *' },
      { task: 'expire-places', match: '* * * * *' },
      { task: 'sweep-exports', match: '* * * * *' },
      { task: 'sweep-work', match: '* * * * *' },
      { task: 'sweep-announcements', match: '* * * * *' },
      { task: 'tell-staff', match: '* * * * *' },
      { task: 'seal-ledger', match: '23 * * * *' },
      { task: 'count-months', match: '41 * * * *' },
      // Ten minutes after any time zone’s midnight.
      { task: 'seal-days', match: '10,25,40,55 * * * *' },
    ]),
  });
  const endOutliving = outliveLostEnds(log);
  void running.then(({ promise }) => promise).then(endOutliving, endOutliving);
  try {
    const [runner] = await Promise.all([running, firstQuery]);
    return runner;
  } catch (error) {
    await running.then((runner) => runner.stop()).catch(() => undefined);
    throw error;
  }
}

/** @internal exported for the tests */
export function taskListOf(tasks: Tasks): TaskList {
  const entries = Object.entries(tasks).map(([name, task]): [string, TaskList[string]] => [
    name,
    async (payload, { abortSignal }) => {
      try {
        await asWork(
          () => ({ kind: 'job', name }),
          () => task(payload as never, abortSignal),
        );
      } catch (error) {
        throw withStorableWords(error);
      }
    },
  ]);
  return Object.fromEntries(entries);
}

/** graphile-worker 0.18.0 ends the process if PostgreSQL refuses an error message (zero byte, unpaired surrogate). */
function withStorableWords(thrown: unknown): Error {
  const error = thrown instanceof Error ? thrown : new Error(String(thrown));
  const words = messageOf(error).toWellFormed().replaceAll('\0', '');
  // An abort throws a DOMException, whose message can't be assigned.
  return Object.defineProperty(error, 'message', { value: words });
}

/** graphile-worker 0.18.0 has an unhandled rejection if it can’t save the end of a job; the sweeps rerun that job. */
function outliveLostEnds(log: Log): () => void {
  const logOrThrow = (error: unknown) => {
    if (!isDatabaseDown(error)) throw error;
    log('error', 'job', { message: 'The end of a job was not written down', ...errorFields(error) });
  };
  process.on('unhandledRejection', logOrThrow);
  return () => void process.off('unhandledRejection', logOrThrow);
}

/** graphile-worker 0.18.0 never recovers from a failed first query of the queue, so the start must fail. */
function waitForFirstQuery(events: WorkerEvents): Promise<void> {
  return new Promise((resolve, reject) => {
    events.once('worker:getJob:empty', () => resolve());
    events.once('job:start', () => resolve());
    events.once('worker:getJob:error', ({ error }) => reject(error));
  });
}

const LEVELS: Partial<Record<string, 'error' | 'warn' | 'debug'>> = { error: 'error', warning: 'warn', info: 'debug' };

/** @internal exported for the tests */
export function workerLogger(log: Log): Logger {
  return new Logger(() => (level, words, meta) => {
    const logLevel = LEVELS[level];
    if (!logLevel) return;
    const [message] = words.split(/ with error |\nparams:/, 1);
    const error: unknown = meta?.['error'];
    log(logLevel, 'job', { message, ...(error !== undefined && errorFields(error)) });
  });
}
