import { expect, test } from 'vitest';
import { csvLine, harmless } from '#server/csv.ts';

test.each([
  ['plain', 'plain'],
  ['one, two', '"one, two"'],
  ['one; two', '"one; two"'],
  ['one\ttwo', '"one\ttwo"'],
  ['say "hi"', '"say ""hi"""'],
  ['two\nlines', '"two\nlines"'],
  ['two\rlines', '"two\rlines"'],
])('%j is the cell %j, wherever a spreadsheet splits', (cell, written) => {
  expect(csvLine([cell])).toBe(`${written}\r\n`);
});

test.each([
  ['=1+1', "'=1+1"],
  [' +1', "' +1"],
  ['"=1', `'"=1`],
  ['fine\n=1+1\nfine', "fine\n'=1+1\nfine"],
  ['fine\r\n@SUM(A1)\r\n-2', "fine\r\n'@SUM(A1)\r\n'-2"],
  ['fine\r=1', "fine\r'=1"],
  ['\n=1', "'\n'=1"],
  ['\tfine', "'\tfine"],
  ['fine = 1\nfine', 'fine = 1\nfine'],
  ['＝1', "'＝1"],
])('of %j no line is a formula: %j', (cell, written) => expect(harmless(cell)).toBe(written));
