const WIDTH = 24;
const CLEAR_REST = '\u001B[K';

/** Redraws one line on a terminal; prints one line per phase elsewhere, to keep logs short. */
export function progressBar(out: NodeJS.WriteStream): { update(phase: string, share: number): void; end(): void } {
  let phase = '';
  let share = 0;
  let startedMs = 0;
  // Some phases are one statement without progress; the seconds show that it runs.
  const timer = setInterval(() => draw(share), 1000).unref();

  function draw(full: number, end = ''): void {
    if (!phase || (!out.isTTY && !end)) return;
    const line = `${bar(full)} ${phase}, ${((performance.now() - startedMs) / 1000).toFixed(0)} s`;
    out.write(out.isTTY ? `\r${line}${CLEAR_REST}${end}` : `${line}${end}`);
  }

  return {
    update(nextPhase, nextShare) {
      if (nextPhase !== phase) {
        draw(1, '\n');
        phase = nextPhase;
        startedMs = performance.now();
      }
      share = nextShare;
      draw(share);
    },
    end() {
      clearInterval(timer);
      draw(1, '\n');
      phase = '';
    },
  };
}

export async function withProgress<T>(
  work: (onProgress: (phase: string, share: number) => void) => Promise<T>,
): Promise<T> {
  if (!process.stderr.isTTY) return work(() => {});
  const progress = progressBar(process.stderr);
  try {
    return await work(progress.update);
  } finally {
    progress.end();
  }
}

function bar(share: number): string {
  const full = Math.round(WIDTH * share);
  return `${'█'.repeat(full)}${'░'.repeat(WIDTH - full)}`;
}
