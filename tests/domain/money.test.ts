import { describe, expect, test } from 'vitest';
import { typedMoney } from '#domain/money.ts';

describe('an amount as somebody types it', () => {
  test.each([
    ['10', '10'],
    [' 1,5 ', '1.5'],
    ['1.5', '1.5'],
    ['1250,50', '1250.50'],
    ['1 250,5', '1250.5'],
    ['1\u00A0250.50', '1250.50'],
    ['1\u202F250\u202F000,50', '1250000.50'],
    ['1,250.50', '1250.50'],
    ['1.250,50', '1250.50'],
    ['1,250,000.5', '1250000.5'],
  ])('%j is %s, whichever decimal mark their language has', (typed, amount) => {
    expect(typedMoney(typed)).toBe(amount);
  });

  // Shown beside the field as what it is taken for, so that nobody sends a thousandth of what they meant.
  test('with one mark it is the decimal mark', () => expect(typedMoney('1,250')).toBe('1.250'));

  test.each([
    '',
    'ten',
    '1,25,0',
    '12 50',
    '1.250.50',
    '1,250,50',
    '-5',
    '5-',
    '1e3',
    '٥',
    ',5',
    '5,',
    '1 250,50 USDT',
  ])('%j is left for the contract to refuse', (typed) => expect(typedMoney(typed)).toBe(typed.trim()));
});
