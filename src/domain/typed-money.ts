import { asciiDigits } from './digits.ts';
import type { FieldFault } from './field-faults.ts';
import { withoutInvisible } from './invisible.ts';
import type { Language } from './languages.ts';
import { parseMoney } from './money.ts';

type Mark = ',' | '.';
/** `group` separates thousands; set only if another language uses it for decimals (CLDR). */
export type NumberMarks = { decimal: Mark; group?: Mark };

export const NUMBER_MARKS: Record<Language, NumberMarks> = {
  ru: { decimal: ',' },
  en: { decimal: '.', group: ',' },
  fr: { decimal: ',' },
  de: { decimal: ',', group: '.' },
  tamil: { decimal: '.', group: ',' },
  hindi: { decimal: '.', group: ',' },
};

type TypedMoney = { micros: bigint } | { fault: Extract<FieldFault, 'required' | 'amount_invalid' | 'amount_unclear'> };

const BLANKS = /[\p{Zs}\t]/gu;
const APOSTROPHES = /[’‘ʼ＇′´`]/g;

const THOUSANDS = /^[1-9]\d{0,2}([ ',.])\d{3}(?:\1\d{3})*$/;
const LAKHS = /^[1-9]\d?([ ',.])(?:\d{2}\1)+\d{3}$/;
const DECIMAL = /^([\d ',.]*)([,.])(\d+)$/;

/** Refuses an amount that could also mean a thousand times as much. */
export function readTypedMoney(typed: string, marks: NumberMarks): TypedMoney {
  const text = plainNumber(typed);
  if (text === '') return { fault: 'required' };
  const decimal = decimalIn(text);
  if (decimal && (decimal.mark === marks.decimal || !couldBeThousands(decimal))) {
    return moneyOf(`${decimal.whole}.${decimal.part}`);
  }
  const whole = wholeIn(text);
  if (whole && (!decimal || decimal.mark === marks.group)) return moneyOf(whole);
  return { fault: decimal ? 'amount_unclear' : 'amount_invalid' };
}

function plainNumber(typed: string): string {
  return asciiDigits(withoutInvisible(typed))
    .replaceAll(BLANKS, ' ')
    .replaceAll(APOSTROPHES, "'")
    .replaceAll('，', ',')
    .replaceAll('．', '.')
    .trim();
}

type Decimal = { whole: string; mark: string; part: string; isGrouped: boolean };

function decimalIn(text: string): Decimal | undefined {
  const [, head = '', mark = '', part = ''] = DECIMAL.exec(text) ?? [];
  const whole = head.includes(mark) ? undefined : wholeIn(head);
  return whole === undefined ? undefined : { whole, mark, part, isGrouped: whole !== head };
}

/** `12,000` could be; `0,500` and `1 250,500` could not. */
function couldBeThousands({ whole, part, isGrouped }: Decimal): boolean {
  return !isGrouped && part.length === 3 && /[1-9]/.test(whole);
}

function wholeIn(text: string): string | undefined {
  const isWhole = /^\d+$/.test(text) || THOUSANDS.test(text) || LAKHS.test(text);
  return isWhole ? text.replaceAll(/\D/g, '') : undefined;
}

function moneyOf(amount: string): TypedMoney {
  const micros = parseMoney(amount);
  return micros === undefined ? { fault: 'amount_invalid' } : { micros };
}
