/** Without this mark Excel takes UTF-8 for something else. */
export const CSV_START = '\uFEFF';

/** One line of RFC 4180. What other spreadsheets split at, a semicolon or a tab, is quoted too. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(quoted).join(',')}\r\n`;
}

function quoted(cell: string): string {
  return /[",;\t\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

const FORMULA = /^(?:[^\S\r\n]|['"])*[=+\-@\t＝＋－＠]/;

/**
 * A cell that others had a hand in: each line that a spreadsheet would take for a formula gets an apostrophe in front
 * (https://owasp.org/www-community/attacks/CSV_Injection). Amounts don't go through here: a minus is theirs.
 */
export function harmless(cell: string): string {
  const lines = cell.split(/(\r\n|\r|\n)/).map((line) => (FORMULA.test(line) ? `'${line}` : line));
  return /^[\r\n]/.test(cell) ? `'${lines.join('')}` : lines.join('');
}
