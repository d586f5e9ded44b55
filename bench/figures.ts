export type Figure = { median: number; p95: number };

/** Runs all operations in turn, so that a slow moment of the machine affects all of them. */
export async function measureInTurn(
  operations: readonly { run(): Promise<unknown>; prepare?: () => Promise<void> }[],
  { runs, warmUp, limitMs }: { runs: number; warmUp: number; limitMs: number },
): Promise<Figure[]> {
  const times = operations.map((): number[] => []);
  const began = performance.now();
  for (let run = -warmUp; run < runs && performance.now() - began < limitMs * operations.length; run += 1) {
    for (const [place, operation] of operations.entries()) {
      await operation.prepare?.();
      const start = performance.now();
      await operation.run();
      if (run >= 0) times[place]?.push(performance.now() - start);
    }
  }
  return times.map((list) => ({ median: quantile(list, 0.5), p95: quantile(list, 0.95) }));
}

function quantile(list: number[], share: number): number {
  return list.toSorted((a, b) => a - b)[Math.floor((list.length - 1) * share)] ?? 0;
}

export function words(figure: Figure | undefined): string {
  return figure ? `${figure.median.toFixed(1)} / ${figure.p95.toFixed(1)}` : '';
}

export function ratio(one: Figure | undefined, other: Figure | undefined): number {
  return Math.round(((one?.median ?? 0) / (other?.median ?? 1)) * 100) / 100;
}
