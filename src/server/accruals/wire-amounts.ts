import { moneyText, parseMoney } from '#domain/money.ts';
import { CsvRefusal } from '#server/csv/index.ts';
import type { AccrualLine } from './check-lines.ts';

type Mark = ',' | '.';
const MARKS: readonly Mark[] = [',', '.'];
const otherOf = (mark: Mark): Mark => (mark === ',' ? '.' : ',');

/**
 * Amounts in the form of the wire. Files with commas between columns have it already; in others the amounts themselves
 * show which mark is the decimal one, and a file in which that stays open is refused.
 */
export function wireAmounts(lines: AccrualLine[], fileLines: readonly number[], separator: string): AccrualLine[] {
  if (separator === ',') return lines;
  const shown = new Set(lines.map(({ amount }) => decimalMarkIn(amount)));
  const settled = MARKS.find((mark) => shown.has(mark) && !shown.has(otherOf(mark)));
  const unclear = settled ? -1 : lines.findIndex(({ amount }) => decimalMarkIn(amount) === 'unclear');
  if (unclear >= 0) {
    throw new CsvRefusal({ code: 'amount', line: fileLines[unclear] ?? 0, found: lines[unclear]?.amount ?? '' });
  }
  return lines.map((line) => {
    const shownMark = settled ?? decimalMarkIn(line.amount);
    const micros = readWith(line.amount, shownMark === '.' ? '.' : ',');
    return micros === undefined ? line : { ...line, amount: moneyText(micros) };
  });
}

/** Which decimal mark an amount shows; unclear where the other reading is a thousand times as much. */
function decimalMarkIn(amount: string): Mark | 'unclear' | undefined {
  const readings = MARKS.map((mark) => readWith(amount, mark));
  const possible = MARKS.filter((_, index) => readings[index] !== undefined);
  if (possible.length === 1) return possible[0];
  return readings[0] === readings[1] ? undefined : 'unclear';
}

/** Blanks, apostrophes or the other mark may be between thousands. */
const PATTERNS = {
  ',': /^(\d+|\d{1,3}(?<group>[ \u00A0\u2009\u202F’'.])\d{3}(?:\k<group>\d{3})*)(?:,(?<part>\d+))?$/,
  '.': /^(\d+|\d{1,3}(?<group>[ \u00A0\u2009\u202F’',])\d{3}(?:\k<group>\d{3})*)(?:\.(?<part>\d+))?$/,
};

function readWith(amount: string, decimal: Mark): bigint | undefined {
  const found = PATTERNS[decimal].exec(amount.trim());
  const whole = found?.[1]?.replaceAll(/\D/g, '');
  return whole === undefined ? undefined : parseMoney([whole, found?.groups?.['part']].filter(Boolean).join('.'));
}
