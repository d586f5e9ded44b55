import { expect, test } from 'vitest';
import { plainText } from '#domain/plain-text.ts';

test.each([
  ['  Anna \t Severyanina\r\n', 'Anna Severyanina'],
  ['Anna\u0000\u0007\u001B[31m', 'Anna[31m'],
  ['txt.\u202Eexe', 'txt.exe'],
  ['\u2066a\u2069\u200Fb\u061Cc', 'abc'],
  ['an\u200Bn\u2060a\uFEFF', 'anna'],
  ['an\u200Dn\u200Ca', 'anna'],
  ['\u3164\u2800\u00AD', ''],
  ['a\u{E0041}b', 'ab'],
  ['a\u034Fb\u17B4c\uFE0Fd\u180E\u{E0100}', 'abcd'],
  ['\uFE0F', ''],
  ['\uD83Dx', 'x'],
  ['a\u2028b\u00A0c', 'a b c'],
  ['Cafe\u0301', 'Café'],
  ['Anna \u200B Weber', 'Anna Weber'],
  ['<b>Anna</b> & "Co"', '<b>Anna</b> & "Co"'],
])('%j is read as %j', (typed, read) => expect(plainText(typed)).toBe(read));

test.each([
  'பிரியா ராமநாதன்',
  'क्\u200Dषमा',
  'শ্রী',
  'Лена Воробьёва',
  '👩\u200D🚀',
  '❤\uFE0F',
  '🏴\u200D☠\uFE0F',
  '1\uFE0F\u20E3',
  'محمد علي',
  'Ngô Bảo Châu',
])('%j stays as its owner writes it', (name) => expect(plainText(name)).toBe(name.normalize('NFC')));

test('marks that would run over the lines around are cut', () => {
  expect(plainText(`Z${'\u0351'.repeat(200)}o`)).toBe(`Z${'\u0351'.repeat(4)}o`);
});

test('what has been cleaned stays clean', () => {
  for (const typed of ['a \u200B b', ' \u202E ', 'e\u200D\u0301', '\u0301\u200D\u200D', 'a\u0001 \u0001 b']) {
    expect(plainText(plainText(typed))).toBe(plainText(typed));
  }
});
