/** Name, then figure, to its value in each round. */
export type Figures = Record<string, Record<string, number[]>>;

export function note(figures: Figures, name: string, values: Record<string, number>): void {
  const own = (figures[name] ??= {});
  for (const [figure, value] of Object.entries(values)) (own[figure] ??= []).push(value);
}

/** Each round begins with another item, so that the order has no lasting effect. */
export function inTurn<Item>(items: Item[], round: number): Item[] {
  const first = round % items.length;
  return [...items.slice(first), ...items.slice(0, first)];
}

/** Undefined if no value is a finite number. */
export function median(values: number[] = []): number | undefined {
  const sorted = values.filter(Number.isFinite).toSorted((a, b) => a - b);
  const half = Math.floor(sorted.length / 2);
  const upper = sorted[half];
  return upper === undefined || sorted.length % 2 === 1 ? upper : (upper + (sorted[half - 1] ?? upper)) / 2;
}

export function highest(figures: Figures, figure: string, names = Object.keys(figures)): number | undefined {
  const medians = names.flatMap((name) => median(figures[name]?.[figure]) ?? []);
  return medians.length > 0 ? Math.max(...medians) : undefined;
}

/** Divides a figure by that of one contestant in the same round. */
export function noteRatios(figures: Figures, figure: string, to: string, ratio: string): void {
  const base = figures[to]?.[figure];
  if (!base) return;
  for (const own of Object.values(figures)) {
    if (own[figure]) own[ratio] = own[figure].map((value, round) => value / (base[round] ?? Number.NaN));
  }
}
