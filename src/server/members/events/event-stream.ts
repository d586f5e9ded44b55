import type { FileAnswer } from '#server/api/route.ts';

export type Pace = { beatMs: number; lifeMs: number };

/** Time after which a browser reconnects; spread, so that not all come together. */
const RETRY_MS = { least: 2_000, spread: 6_000 };
const BEAT = ': \n\n';

export type EventStream = {
  answer: FileAnswer;
  /** Sends the words of one event-loop turn together, each once. */
  send(word: string): void;
  end(lastWord?: string): void;
};

/** Server-sent events of one client. A client that read nothing until the next beat is disconnected. */
export function eventStream({ beatMs, lifeMs }: Pace, onEnd: () => void): EventStream {
  const breakOff = new AbortController();
  const pendingKinds = new Set<string>();
  const pieces = [`retry: ${RETRY_MS.least + Math.round(Math.random() * RETRY_MS.spread)}\n\n`];
  let resolveNext: ((piece: IteratorResult<string>) => void) | undefined;
  let isOver = false;

  const flush = () => {
    const resolve = resolveNext;
    if (!resolve) return;
    if (pieces.length === 0 && pendingKinds.size > 0) {
      pieces.push(`data: ${[...pendingKinds].join(' ')}\n\n`);
      pendingKinds.clear();
    }
    const value = pieces.shift();
    if (value === undefined && !isOver) return;
    resolveNext = undefined;
    resolve(value === undefined ? { done: true, value } : { done: false, value });
  };
  const end = (lastWord?: string) => {
    if (isOver) return;
    isOver = true;
    clearInterval(beat);
    clearTimeout(life);
    if (lastWord) pieces.push(`data: ${lastWord}\n\n`);
    onEnd();
    flush();
  };
  const beat = setInterval(() => {
    if (!resolveNext) {
      end();
      return breakOff.abort();
    }
    pieces.push(BEAT);
    return flush();
  }, beatMs).unref();
  const life = setTimeout(end, lifeMs).unref();

  const source: AsyncIterator<string> = {
    next: () =>
      new Promise((resolve) => {
        resolveNext = resolve;
        flush();
      }),
    return() {
      end();
      return Promise.resolve({ done: true, value: undefined });
    },
  };
  return {
    answer: { pieces: { [Symbol.asyncIterator]: () => source }, breakOff: breakOff.signal },
    send(word) {
      if (pendingKinds.size === 0) setImmediate(flush);
      pendingKinds.add(word);
    },
    end,
  };
}
