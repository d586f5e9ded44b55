/** Without this mark Excel takes UTF-8 for something else. */
export const CSV_START = '\uFEFF';

/** One line of RFC 4180. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(quoted).join(',')}\r\n`;
}

function quoted(cell: string): string {
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

/**
 * A cell that others had a hand in: what a spreadsheet would take for a formula gets an apostrophe in front
 * (https://owasp.org/www-community/attacks/CSV_Injection). Amounts don't go through here: a minus is theirs.
 */
export function harmless(cell: string): string {
  return /^[\s'"]*[=+\-@\t\r\n＝＋－＠]/.test(cell) ? `'${cell}` : cell;
}
