import { asciiDigits } from './digits.ts';
import type { FieldFault } from './field-faults.ts';
import { withoutInvisible } from './invisible.ts';
import type { Language } from './languages.ts';
import { parseMoney } from './money.ts';

type Mark = ',' | '.';
/** `group` is the mark between thousands, where a language writes one that another uses for decimals (CLDR). */
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

/** Reads an amount that a person typed. Where another reading is a thousand times as much, it refuses to guess. */
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

/** A number with decimals, whose mark is not the one between its thousands. */
function decimalIn(text: string): Decimal | undefined {
  const [, head = '', mark = '', part = ''] = DECIMAL.exec(text) ?? [];
  const whole = head.includes(mark) ? undefined : wholeIn(head);
  return whole === undefined ? undefined : { whole, mark, part, isGrouped: whole !== head };
}

/** Whether what looks like decimals may be thousands: `12,000`, but neither `0,500` nor `1 250,500`. */
function couldBeThousands({ whole, part, isGrouped }: Decimal): boolean {
  return !isGrouped && part.length === 3 && /[1-9]/.test(whole);
}

/** The digits of a number without decimals: plain, or in thousands or lakhs with one sort of mark. */
function wholeIn(text: string): string | undefined {
  const isWhole = /^\d+$/.test(text) || THOUSANDS.test(text) || LAKHS.test(text);
  return isWhole ? text.replaceAll(/\D/g, '') : undefined;
}

function moneyOf(amount: string): TypedMoney {
  const micros = parseMoney(amount);
  return micros === undefined ? { fault: 'amount_invalid' } : { micros };
}
