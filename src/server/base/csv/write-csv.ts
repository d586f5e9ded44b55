import type { Language } from '#domain/languages.ts';
import { NUMBER_MARKS } from '#domain/typed-money.ts';

/** Without this mark Excel takes UTF-8 for something else. */
const BYTE_ORDER_MARK = '\uFEFF';

/** Text, or an amount of the wire such as `-12.50`, which gets the decimal mark of the reader. */
export type Cell = string | { amount: string };

export type CsvWriter = { start: string; line(cells: readonly Cell[]): string };

/**
 * RFC 4180 for people: spreadsheets split at a semicolon where the comma is the decimal mark. Every text is guarded
 * against formulas.
 */
export function csvWriter(language: Language): CsvWriter {
  const { decimal } = NUMBER_MARKS[language];
  const separator = decimal === ',' ? ';' : ',';
  const written = (cell: Cell) =>
    typeof cell === 'string' ? quoted(harmless(cell)) : cell.amount.replace('.', decimal);
  return { start: BYTE_ORDER_MARK, line: (cells) => `${cells.map(written).join(separator)}\r\n` };
}

/** Separators of other languages are quoted too. */
function quoted(cell: string): string {
  return /[",;\t\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

const FORMULA = /^(?:[^\S\r\n]|['"])*[=+\-@\t＝＋－＠]/;

/**
 * Text that others wrote: a line that a spreadsheet would take for a formula gets an apostrophe in front
 * (https://owasp.org/www-community/attacks/CSV_Injection).
 */
function harmless(cell: string): string {
  const lines = cell.split(/(\r\n|\r|\n)/).map((line) => (FORMULA.test(line) ? `'${line}` : line));
  return /^[\r\n]/.test(cell) ? `'${lines.join('')}` : lines.join('');
}
