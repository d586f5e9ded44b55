import { expect, test } from 'vitest';
import { csvWriter } from '#server/base/csv/index.ts';
import { type Language, LANGUAGES } from '#domain/languages.ts';

const lineOf = (cell: string, language: Language = 'en') => csvWriter(language).line([cell]);

test.each([
  ['plain', 'plain'],
  ['one, two', '"one, two"'],
  ['one; two', '"one; two"'],
  ['one\ttwo', '"one\ttwo"'],
  ['say "hi"', '"say ""hi"""'],
  ['two\nlines', '"two\nlines"'],
  ['two\rlines', '"two\rlines"'],
])('%j is the cell %j, wherever a spreadsheet splits', (cell, written) => {
  for (const language of LANGUAGES) expect(lineOf(cell, language.segment)).toBe(`${written}\r\n`);
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
])('of %j no line is a formula: %j', (cell, written) =>
  expect(
    lineOf(cell)
      .trimEnd()
      .replace(/^"(.*)"$/s, '$1')
      .replaceAll('""', '"'),
  ).toBe(written),
);

test.each<[Language, string]>([
  ['ru', '"a;b";12,50;-0,000001\r\n'],
  ['de', '"a;b";12,50;-0,000001\r\n'],
  ['fr', '"a;b";12,50;-0,000001\r\n'],
  ['en', '"a;b",12.50,-0.000001\r\n'],
  ['tamil', '"a;b",12.50,-0.000001\r\n'],
  ['hindi', '"a;b",12.50,-0.000001\r\n'],
])('spreadsheets in %s open it in columns, with its decimal mark', (language, line) => {
  const csv = csvWriter(language);
  expect(csv.start + csv.line(['a;b', { amount: '12.50' }, { amount: '-0.000001' }])).toBe(`\uFEFF${line}`);
});
