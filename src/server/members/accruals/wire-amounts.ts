import { MICROS_PER_USDT, moneyText } from '#domain/money.ts';
import { type NumberMarks, readTypedMoney } from '#domain/typed-money.ts';
import { CsvRefusal } from '#server/base/csv/index.ts';
import type { AccrualLine } from './check-lines.ts';

const COMMA: NumberMarks = { decimal: ',', group: '.' };
const POINT: NumberMarks = { decimal: '.', group: ',' };

/** Files separated by commas stay as they are. Throws `CsvRefusal` if the decimal mark is ambiguous. */
export function wireAmounts(lines: AccrualLine[], fileLines: readonly number[], separator: string): AccrualLine[] {
  if (separator === ',') return lines;
  const usedMarks = new Set(lines.map(({ amount }) => marksOf(amount)));
  const clearMarks = [COMMA, POINT].filter((marks) => usedMarks.has(marks));
  const unclear = clearMarks.length === 1 ? -1 : lines.findIndex(({ amount }) => marksOf(amount) === 'unclear');
  if (unclear >= 0) {
    throw new CsvRefusal({ code: 'amount', line: fileLines[unclear] ?? 0, found: lines[unclear]?.amount ?? '' });
  }
  return lines.map((line) => {
    const parsed = readTypedMoney(line.amount, clearMarks[0] ?? COMMA);
    return 'micros' in parsed ? { ...line, amount: moneyText(parsed.micros) } : line;
  });
}

/** 'unclear' if both readings are valid and differ: 1.500 is 1.5 or 1,500. */
function marksOf(amount: string): NumberMarks | 'unclear' | undefined {
  const [byComma, byPoint] = [COMMA, POINT].map((marks) => readTypedMoney(amount, marks));
  if (!byComma || !byPoint || !('micros' in byComma) || !('micros' in byPoint)) return undefined;
  if (byComma.micros !== byPoint.micros) return 'unclear';
  const last = /[,.](?=\d+\s*$)/.exec(amount)?.[0];
  if (!last) return undefined;
  const isGroup = BigInt(amount.replaceAll(/\D/g, '')) * MICROS_PER_USDT === byComma.micros;
  return (last === ',') === isGroup ? POINT : COMMA;
}
