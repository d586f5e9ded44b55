import { expect, test } from 'vitest';
import { MAX_MICROS, microsOf, moneyText, parseMoney, typedMoney } from '#domain/money.ts';

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

test.each([
  ['1250.50', '1250.50'],
  ['1250,50', '1250.50'],
  ['1 250,50', '1250.50'],
  ['1\u00A0250\u202F000,5', '1250000.5'],
  ['12 500', '12500'],
  ['  12 ', '12'],
  ['1234567', '1234567'],
  ['12 50', '12 50'],
  ['1 2500', '1 2500'],
  ['1250 500', '1250 500'],
  ['1,250.50', '1250.50'],
  ['1.250,50', '1250.50'],
  ['1,250,000.5', '1250000.5'],
  ['1.250.50', '1.250.50'],
  ['1,25,0', '1,25,0'],
  ['1e3', '1e3'],
  ['1,', '1,'],
  [',5', ',5'],
  ['-5', '-5'],
  ['5 USDT', '5 USDT'],
  ['USDT 5', 'USDT 5'],
  ['a 1 250,50', 'a 1 250,50'],
  ['1 250,50 a', '1 250,50 a'],
  ['', ''],
])('a person who types “%s” asks for “%s”', (typed, text) => expect(typedMoney(typed)).toBe(text));

// The form shows what it takes it for, so that nobody sends a thousandth of what they meant.
test('a single mark is the decimal mark', () => expect(typedMoney('1,250')).toBe('1.250'));
