import { expect, test } from 'vitest';
import { readSupportAbout, supportNumber } from '#domain/support.ts';

const ID = '0f8fad5b-d9cb-469f-a165-70867728950e';

test('a request can be about a withdrawal or a transaction', () => {
  expect(readSupportAbout(`withdrawal:${ID}`)).toEqual({ kind: 'withdrawal', id: ID });
  expect(readSupportAbout(`transaction:${ID}`)).toEqual({ kind: 'transaction', id: ID });
});

test.each([
  '',
  ID,
  'withdrawal',
  'withdrawal:',
  'withdrawal:1',
  `member:${ID}`,
  `withdrawal:${ID.toUpperCase()}`,
  `withdrawal:${ID}0`,
  ` withdrawal:${ID}`,
  `withdrawal:${ID}\n`,
  `withdrawal:${ID}:x`,
  `withdrawal:${ID.replaceAll('-', '')}`,
])('“%s” is about nothing', (words) => expect(readSupportAbout(words)).toBeUndefined());

test('people call a request by a number they can say', () => {
  expect([supportNumber(42), supportNumber(123_456)]).toEqual(['S-00042', 'S-123456']);
});
