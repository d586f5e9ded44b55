import { expect, test } from 'vitest';
import { isMonth, readStatementNumber, statementNote, statementNumber } from '#domain/statement.ts';

const NUMBER = '2026-10-7K10-M0XQ-93HD';

test.each([NUMBER, '2026 10 7klo mOxq 93hd', '2026107KI0M0XQ93HD', '２０２６-10-7K10-M0XQ-93HD'])(
  '%s is read',
  (typed) => {
    expect(readStatementNumber(typed)).toBe(NUMBER);
  },
);

test.each(['', NUMBER.slice(1), `${NUMBER}A`, NUMBER.replace('K', 'U'), '7K10-M0XQ-93HD-2026-10'])(
  '“%s” is no number',
  (typed) => expect(readStatementNumber(typed)).toBeUndefined(),
);

test('a number is its month and twelve signs', () => {
  expect(statementNumber('2026-10', '7K10M0XQ93HD')).toBe(NUMBER);
});

test('a month is a year and one of twelve', () => {
  expect(['2026-01', '2026-12', '2026-13', '2026-00', '0000-01', '2026-1', '2026-01-01'].map(isMonth)).toEqual([
    ...[true, true, false, false, false, false, false],
  ]);
});

test('the signed text has one fact a line and names no member', () => {
  const figures = { opening: 5n, accruals: 7n, corrections: -1n, deposits: 0n, refunds: 0n, places: -2n };
  const about = {
    number: NUMBER,
    month: '2026-10',
    timeZone: 'Europe/Moscow',
    issuer: 'Arch Ltd, Street 1',
    version: 1,
  };
  const text = statementNote('atrium.example/statement', {
    ...{ ...about, issuedAt: new Date('2026-11-01T09:00:00Z') },
    figures: { ...figures, withdrawals: -3n, fees: -1n, closing: 5n },
  });
  expect(text).toBe(`atrium.example/statement
number ${NUMBER}
month 2026-10
zone Europe/Moscow
issuer Arch Ltd, Street 1
opening 5
accruals 7
corrections -1
deposits 0
refunds 0
places -2
withdrawals -3
fees -1
closing 5
issued 2026-11-01T09:00:00.000Z
version 1
`);
});
