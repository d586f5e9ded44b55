/** Below which so big a part of the figures lies, rounded. */
export function quantile(list: readonly number[], part: number): number {
  return Math.round(list.toSorted((a, b) => a - b)[Math.floor((list.length - 1) * part)] ?? 0);
}
