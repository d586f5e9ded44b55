import type { FileAnswer } from '#server/api/route.ts';

export type Pace = { beatMs: number; lifeMs: number };

/** Time after which a browser reconnects; spread, so that not all come together. */
const RETRY_MS = { least: 2_000, spread: 6_000 };
const BEAT = ': \n\n';

export type EventStream = {
  answer: FileAnswer;
  /** Sends the words of one event-loop turn together, each once. */
  say(word: string): void;
  end(lastWord?: string): void;
};

/** Server-sent events of one client. A client that read nothing until the next beat is disconnected. */
export function eventStream({ beatMs, lifeMs }: Pace, whenOver: () => void): EventStream {
  const breakOff = new AbortController();
  const due = new Set<string>();
  const pieces = [`retry: ${RETRY_MS.least + Math.round(Math.random() * RETRY_MS.spread)}\n\n`];
  let take: ((piece: IteratorResult<string>) => void) | undefined;
  let isOver = false;

  const flush = () => {
    const waiting = take;
    if (!waiting) return;
    if (pieces.length === 0 && due.size > 0) {
      pieces.push(`data: ${[...due].join(' ')}\n\n`);
      due.clear();
    }
    const value = pieces.shift();
    if (value === undefined && !isOver) return;
    take = undefined;
    waiting(value === undefined ? { done: true, value } : { done: false, value });
  };
  const end = (lastWord?: string) => {
    if (isOver) return;
    isOver = true;
    clearInterval(beat);
    clearTimeout(life);
    if (lastWord) pieces.push(`data: ${lastWord}\n\n`);
    whenOver();
    flush();
  };
  const beat = setInterval(() => {
    if (!take) {
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
        take = resolve;
        flush();
      }),
    return() {
      end();
      return Promise.resolve({ done: true, value: undefined });
    },
  };
  return {
    answer: { pieces: { [Symbol.asyncIterator]: () => source }, breakOff: breakOff.signal },
    say(word) {
      if (due.size === 0) setImmediate(flush);
      due.add(word);
    },
    end,
  };
}
