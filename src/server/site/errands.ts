import { errorFields, type Log } from '#server/log.ts';

export type Errands = {
  /** Does something that nobody waits for. Under a flood it is left undone; a broken one is logged. */
  run(work: () => Promise<void>): void;
  /** Resolves when nothing is left to do. */
  settle(): Promise<void>;
};

const AT_ONCE = 4;
const MOST_WAITING = 1_000;

export function createErrands(log: Log): Errands {
  const waiting: (() => Promise<void>)[] = [];
  const running = new Set<Promise<void>>();

  const start = (work: () => Promise<void>) => {
    const errand = work()
      .catch((error: unknown) => log('error', 'errand', errorFields(error)))
      .then(() => {
        running.delete(errand);
        const next = waiting.shift();
        if (next) start(next);
      });
    running.add(errand);
  };

  return {
    run(work) {
      if (running.size < AT_ONCE) start(work);
      else if (waiting.length < MOST_WAITING) waiting.push(work);
    },
    async settle() {
      while (running.size > 0) await Promise.all(running);
    },
  };
}
