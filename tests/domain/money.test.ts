import { expect, test } from 'vitest';
import { MAX_MICROS, microsOf, moneyText, parseMoney } from '#domain/money.ts';

test.each([
  ['1250.50', 1_250_500_000n],
  ['0.000001', 1n],
  ['10', 10_000_000n],
  ['007', 7_000_000n],
  ['0', 0n],
  ['1000000000000', MAX_MICROS],
  ['1000000000000.000001', undefined],
  ['10000000000000', undefined],
  ['00000000000001', undefined],
  ['0.0000001', undefined],
  ['1.', undefined],
  ['.5', undefined],
  ['-1', undefined],
  ['+1', undefined],
  ['1e3', undefined],
  ['1,5', undefined],
  ['1 000', undefined],
  [' 1', undefined],
  ['1\n', undefined],
  ['0x10', undefined],
  ['١٢', undefined],
  ['', undefined],
])('“%s” over the wire is %s millionths', (text, micros) => expect(parseMoney(text)).toBe(micros));

test('what is no amount comes to nothing', () => {
  expect([microsOf('2.5'), microsOf('much')]).toEqual([2_500_000n, 0n]);
});

test.each([
  [0n, '0.00'],
  [1n, '0.000001'],
  [10n, '0.00001'],
  [1_000_000n, '1.00'],
  [1_250_500_000n, '1250.50'],
  [100_000n, '0.10'],
  [123_400n, '0.1234'],
  [-1n, '-0.000001'],
  [-12_500_000n, '-12.50'],
  [MAX_MICROS, '1000000000000.00'],
])('%s millionths are written as %s', (micros, text) => expect(moneyText(micros)).toBe(text));
