import { expect, test } from 'vitest';
import { BATCH_PATTERN, filtersOf, historyAddress, readHistoryQuery } from '#domain/history.ts';

const read = (search: string) => readHistoryQuery(new URLSearchParams(search));

test('an address says which rows of the history a member wants; whatever else it says is passed over', () => {
  expect(read('')).toEqual({});
  expect(read('from=2026-11-01&to=2026-11-20&kind=accrual&cursor=abc&shown=40&uid=1')).toEqual({
    from: '2026-11-01',
    to: '2026-11-20',
    kind: 'accrual',
    cursor: 'abc',
    shown: '40',
  });
  expect(read('from=&to=%20%20&kind=%20accrual%20')).toEqual({ kind: 'accrual' });
});

test.each(['0', '-1', '101', '1000', '1.5', '05', 'all', '1 0', '٤'])('no “%s” rows are shown at once', (shown) =>
  expect(read(`shown=${encodeURIComponent(shown)}`)).toEqual({}),
);

test.each(['1', '10', '99', '100'])('%s rows may be', (shown) => expect(read(`shown=${shown}`)).toEqual({ shown }));

test('filters say which rows there are, not where among them the reader is', () => {
  expect(filtersOf(read('from=2026-11-01&to=2026-11-20&kind=accrual&cursor=abc&shown=40'))).toEqual({
    from: '2026-11-01',
    to: '2026-11-20',
    kind: 'accrual',
  });
  expect(Object.keys(filtersOf({ from: '', cursor: 'abc' }))).toEqual([]);
});

test('a link to the history leads to the history on its page', () => {
  expect(historyAddress('ru', { kind: 'deposit' })).toBe('/ru/dashboard/finance?kind=deposit#history');
  expect(historyAddress('en', {})).toBe('/en/dashboard/finance#history');
});

test('an import’s name goes into keys, so it is one word without a colon', () => {
  const names = ['june', '2026-06.v2', 'A_1', 'a'.repeat(64), '', '-june', 'ju ne', 'june:1', 'a'.repeat(65), 'june\n'];
  expect(names.filter((name) => BATCH_PATTERN.test(name))).toEqual(['june', '2026-06.v2', 'A_1', 'a'.repeat(64)]);
});
