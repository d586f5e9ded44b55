import { expect, test } from 'vitest';
import type { PageCall } from '#contracts/call.ts';
import { HISTORY_ROWS_MAX, PRINTED_ROWS_MAX } from '#domain/history.ts';
import { findPrintedHistory } from '#islands/finance/print.server.ts';

/** Serves pages of `count` rows and records the requests. */
function historyOf(count: number) {
  const asked: Record<string, string>[] = [];
  const call = async (_: unknown, input: Record<string, string>) => {
    asked.push(input);
    const from = Number(input['cursor'] ?? 0);
    const to = Math.min(from + Number(input['limit']), count);
    const items = Array.from({ length: to - from }, (_row, index) => ({ id: String(from + index) }));
    return { success: true, status: 200, data: { items, next: to < count ? String(to) : null } };
  };
  return { asked, call: call as unknown as PageCall };
}

test.each([
  { count: 0, printed: 0, isCut: false, calls: 1 },
  { count: HISTORY_ROWS_MAX + 1, printed: HISTORY_ROWS_MAX + 1, isCut: false, calls: 2 },
  { count: PRINTED_ROWS_MAX, printed: PRINTED_ROWS_MAX, isCut: false, calls: 10 },
  { count: PRINTED_ROWS_MAX + 1, printed: PRINTED_ROWS_MAX, isCut: true, calls: 10 },
])('of $count rows $printed are printed', async ({ count, printed, isCut, calls }) => {
  const { asked, call } = historyOf(count);
  const { answer } = await findPrintedHistory(call, { kind: 'accrual' });
  if (!answer.success) throw new Error(answer.error.code);
  const { items, next } = answer.data;
  expect(items.map(({ id }) => id)).toEqual(Array.from({ length: printed }, (_, index) => String(index)));
  expect([next !== null, asked.length]).toEqual([isCut, calls]);
  expect(asked.every(({ kind }) => kind === 'accrual')).toBe(true);
});
