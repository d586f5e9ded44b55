import type { Language } from '#domain/languages.ts';
import { NUMBER_MARKS } from '#domain/typed-money.ts';

/** Without it Excel misreads UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF';

/** `amount` is like `-12.50`; it is written with the language’s decimal mark. */
export type Cell = string | { amount: string };

export type CsvWriter = { start: string; line(cells: readonly Cell[]): string };

/** RFC 4180, with semicolons where the decimal mark is a comma. */
export function csvWriter(language: Language): CsvWriter {
  const { decimal } = NUMBER_MARKS[language];
  const separator = decimal === ',' ? ';' : ',';
  const formatCell = (cell: Cell) =>
    typeof cell === 'string' ? quoted(harmless(cell)) : cell.amount.replace('.', decimal);
  return { start: BYTE_ORDER_MARK, line: (cells) => `${cells.map(formatCell).join(separator)}\r\n` };
}

function quoted(cell: string): string {
  return /[",;\t\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

const FORMULA = /^(?:[^\S\r\n]|['"])*[=+\-@\t＝＋－＠]/;

/** Prefixes formulas with an apostrophe (https://owasp.org/www-community/attacks/CSV_Injection). */
function harmless(cell: string): string {
  const lines = cell.split(/(\r\n|\r|\n)/).map((line) => (FORMULA.test(line) ? `'${line}` : line));
  return /^[\r\n]/.test(cell) ? `'${lines.join('')}` : lines.join('');
}
