import { moneyText } from '#domain/money.ts';

/** What a batch comes to for each of its members, as on the wire. */
export function sumsOf(lines: readonly { memberId: number; amountMicros: bigint }[]): Map<number, string> {
  const sums = new Map<number, bigint>();
  for (const { memberId, amountMicros } of lines) sums.set(memberId, (sums.get(memberId) ?? 0n) + amountMicros);
  return new Map([...sums].map(([memberId, micros]) => [memberId, moneyText(micros)]));
}
