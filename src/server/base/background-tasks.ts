import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { errorFields, type Log } from './log.ts';

export type BackgroundTasks = {
  /** Throttled; dropped if too many wait. Errors are logged. */
  run(work: () => Promise<void>): void;
  /** Runs the remaining tasks without pauses. */
  settle(): Promise<void>;
};

const AT_ONCE = 4;
/** At most 200 tasks per second. */
const PAUSE_MS = 20;
const MAX_WAITING = 5_000;

export function createBackgroundTasks(log: Log): BackgroundTasks {
  const waiting: (() => Promise<void>)[] = [];
  let working: Promise<void> | undefined;
  let isSettling = false;

  const attempt = (work: () => Promise<void>) =>
    work().catch((error: unknown) => log('error', 'background-task', errorFields(error)));

  async function workOff() {
    while (waiting.length > 0) {
      await Promise.all(waiting.splice(0, AT_ONCE).map(attempt));
      if (!isSettling) await delay(PAUSE_MS);
    }
    working = undefined;
  }

  return {
    run(work) {
      if (waiting.length >= MAX_WAITING) return;
      // Keeps the log context of the caller’s request.
      waiting.push(AsyncLocalStorage.bind(work));
      working ??= workOff();
    },
    async settle() {
      isSettling = true;
      await working;
    },
  };
}
