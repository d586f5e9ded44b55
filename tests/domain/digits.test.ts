import { expect, test } from 'vitest';
import { asciiDigits } from '#domain/digits.ts';

test('digits of every script that Intl writes are read', () => {
  for (const numberingSystem of Intl.supportedValuesOf('numberingSystem')) {
    const written = new Intl.NumberFormat('en', { numberingSystem, useGrouping: false }).format(1_234_567_890);
    if (/^\p{Nd}+$/u.test(written)) expect(asciiDigits(written), numberingSystem).toBe('1234567890');
  }
});

test.each([
  ['१२३४', '1234'],
  ['௧௨௩௪', '1234'],
  ['１２３４', '1234'],
  ['𝟙𝟸𝟛', '123'],
  ['x5²½', 'x5²½'],
])('“%s” reads “%s”', (typed, ascii) => expect(asciiDigits(typed)).toBe(ascii));
