import { expect, test } from 'vitest';
import { foldName, hasWords, searchWords } from '#domain/fold-name.ts';

test.each([
  ['Алёна Ёлкина', 'алена елкина'],
  ['Йошкар Зайцев', 'йошкар зайцев'],
  ['и\u0306од', 'йод'],
  ['й\u0301', 'й'],
  ['Žofie Müller', 'zofie muller'],
  ['Cafe\u0301 Café', 'cafe cafe'],
  ['Straße STRASSE', 'strasse strasse'],
  ['ẞ', 'ss'],
  ['Łukasz Sørensen', 'lukasz sorensen'],
  ['İpek Işık', 'ipek isik'],
  ['ΟΔΥΣΣΕΥΣ Οδυσσεύς', 'οδυσσευσ οδυσσευσ'],
  ['Ｆｕｌｌ　Ｗｉｄｔｈ', 'full width'],
  ['ﬁne', 'fine'],
  ['  An\u200Bna \u00A0\u2003\t We\u00ADber\u200E ', 'anna weber'],
  ['A\u3164n\u115Fn\u034Fa', 'anna'],
  ['பிரியா கொடி', 'பிரியா கொடி'],
  ['मीरा ज़ैदी फ़िरोज़', 'मीरा जैदी फिरोज'],
  ['क्\u200Dषमा', 'क्षमा'],
  ['한글', '한글'],
  ['\u1112\u1161\u11AB', '한'],
  ['が', 'が'],
  ['أحمد مُحَمَّد', 'احمد محمد'],
  ['100 % _Anna_ \\', '100 % _anna_ \\'],
])('%j is searched as %j', (typed, folded) => expect(foldName(typed)).toBe(folded));

test.each([
  ['елкина алёна', true],
  ['алён', true],
  ['@alena', true],
  ['ALENA Алена', true],
  ['ёл  кина', true],
  ['алена иванова', false],
  ['', true],
  ['\u200B', true],
  ['@', true],
])('a search for %j finds Алёна Ёлкина @alena: %s', (typed, isFound) =>
  expect(hasWords(foldName('alena Алёна Ёлкина'), searchWords(typed))).toBe(isFound),
);
