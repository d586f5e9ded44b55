import type { BatchLine } from '#server/ledger/index.ts';

/** Line and the earlier one that it repeats; both count from 1. */
type Double = { line: number; first: number };

/** Lines with member, amount, reason and document of an earlier line. */
export function findDoubles(lines: readonly BatchLine[]): Double[] {
  const seen = new Map<string, number>();
  return lines.flatMap(({ memberId, amountMicros, details: { reason = '', document = '' } }, index) => {
    const key = `${memberId} ${amountMicros} ${reason}\n${document}`;
    const first = seen.get(key);
    if (first !== undefined) return [{ line: index + 1, first }];
    seen.set(key, index + 1);
    return [];
  });
}
