/** Rounded; `part` is between 0 and 1. */
export function quantile(list: readonly number[], part: number): number {
  return Math.round(list.toSorted((a, b) => a - b)[Math.floor((list.length - 1) * part)] ?? 0);
}
