import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LANGUAGES } from '#domain/languages.ts';
import { MAX_MICROS, moneyText } from '#domain/money.ts';
import { NUMBER_MARKS, readTypedMoney } from '#domain/typed-money.ts';
import { formatMoney } from '#i18n/format.ts';

const languages = LANGUAGES.map(({ segment }) => segment);

function readIn(language: keyof typeof NUMBER_MARKS, typed: string): string {
  const read = readTypedMoney(typed, NUMBER_MARKS[language]);
  return 'fault' in read ? read.fault : moneyText(read.micros);
}

const inAll = (typed: string) => [...new Set(languages.map((language) => readIn(language, typed)))];

test.each([
  ['1250.50', '1250.50'],
  ['1250,50', '1250.50'],
  ['12', '12.00'],
  ['007', '7.00'],
  ['1234567', '1234567.00'],
  // Spaces and apostrophes group digits in any language.
  ['1 250,50', '1250.50'],
  ['1\u00A0250\u202F000,5', '1250000.50'],
  ['1\u2009250\u2009000.5', '1250000.50'],
  ['1\u3000250', '1250.00'],
  ['1\t250', '1250.00'],
  ["1'500", '1500.00'],
  ['1’500.25', '1500.25'],
  ['1 250,500', '1250.50'],
  // Of two different marks, the last is the decimal mark. A repeated mark groups.
  ['1,250.50', '1250.50'],
  ['1.250,50', '1250.50'],
  ['12,000.00', '12000.00'],
  ['12.000,00', '12000.00'],
  ['1,250,000.5', '1250000.50'],
  ['1,234,567', '1234567.00'],
  ['1.234.567', '1234567.00'],
  // Lakhs and crores.
  ['1,00,000', '100000.00'],
  ['12,34,567.50', '1234567.50'],
  ['1 00 000', '100000.00'],
  // Digits and marks of other scripts.
  ['१२५०.५०', '1250.50'],
  ['௧,௨௫௦.௫௦', '1250.50'],
  ['１，２５０．５０', '1250.50'],
  ['١٥', '15.00'],
  // Invisible characters are ignored.
  ['\u200E1250,50\u200F', '1250.50'],
  ['1\u00AD250\uFEFF', '1250.00'],
  ['  12 ', '12.00'],
  // A leading zero makes the mark a decimal mark.
  ['0.500', '0.50'],
  ['0,500', '0.50'],
  ['0,000001', '0.000001'],
  ['', 'required'],
  [' \u200B', 'required'],
])('“%s” is %s in every language', (typed, read) => expect(inAll(typed)).toEqual([read]));

test.each([
  ['12,000', { ru: '12.00', fr: '12.00', de: '12.00', en: '12000.00', tamil: '12000.00', hindi: '12000.00' }],
  [
    '12.000',
    { ru: 'amount_unclear', fr: 'amount_unclear', de: '12000.00', en: '12.00', tamil: '12.00', hindi: '12.00' },
  ],
  [
    '12.345',
    { ru: 'amount_unclear', fr: 'amount_unclear', de: '12345.00', en: '12.345', tamil: '12.345', hindi: '12.345' },
  ],
  ['1250.500', { ru: 'amount_unclear', fr: 'amount_unclear', de: 'amount_unclear', en: '1250.50' }],
  ['1250,500', { ru: '1250.50', fr: '1250.50', de: '1250.50', en: 'amount_unclear', hindi: 'amount_unclear' }],
  ['12,000000', { ru: '12.00', en: '12.00' }],
] as const)('%s is read by the marks of the language', (typed, readings) => {
  for (const [language, read] of Object.entries(readings)) {
    expect(readIn(language as keyof typeof readings, typed), language).toBe(read);
  }
});

const NONE = [
  '12 50',
  '1 2500',
  '1250 500',
  '1.250.50',
  '1,25,0',
  '1,234,56',
  "1 250'000",
  '1 250 000.5.5',
  '0,000,000',
];
const SIGNS = ['1e3', '1,', '12.', ',5', '.5', '-5', '+5', '5 USDT', 'USDT 5', '5²', '½', '0x10', 'NaN', '٫5', '1\n2'];
const SIZES = ['0.0000001', '1000000000000.000001', '10000000000000'];

test.each([...NONE, ...SIGNS, ...SIZES])('“%s” is no amount in any language', (typed) =>
  expect(inAll(typed)).toEqual(['amount_invalid']),
);

test('an amount that a page shows is read as the same amount', () => {
  const micros = fc.bigInt({ min: 0n, max: MAX_MICROS });
  fc.assert(
    fc.property(micros, fc.constantFrom(...languages), (amountMicros, language) => {
      const shown = formatMoney(moneyText(amountMicros), language);
      expect(readTypedMoney(shown, NUMBER_MARKS[language])).toEqual({ micros: amountMicros });
    }),
  );
});
