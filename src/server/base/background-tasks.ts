import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { errorFields, type Log } from './log.ts';

export type BackgroundTasks = {
  /**
   * Does something that nobody waits for, a few at a time and with pauses: pages come first. Under a flood it is left
   * undone; a broken one is logged.
   */
  run(work: () => Promise<void>): void;
  /** Does without pauses what is left, and resolves when nothing is. */
  settle(): Promise<void>;
};

const AT_ONCE = 4;
/** At most two hundred a second: some hundredths of the process's time. */
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
      // Whoever was first had begun the work for all of them: each keeps the request it came from.
      waiting.push(AsyncLocalStorage.bind(work));
      working ??= workOff();
    },
    async settle() {
      isSettling = true;
      await working;
    },
  };
}
