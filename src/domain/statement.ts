import { isDay } from './days.ts';
import { foldCode, RECOVERY_ALPHABET } from './second-factor.ts';

/** `2026-11` */
export type Month = string;

/** Signed sums: with the balance at the start they add up to the balance at the end. */
export const STATEMENT_LINES = [
  ...(['accruals', 'corrections', 'deposits', 'refunds'] as const),
  ...(['places', 'withdrawals', 'fees'] as const),
] as const;
export type StatementLine = (typeof STATEMENT_LINES)[number];

export const STATEMENT_FIGURES = ['opening', ...STATEMENT_LINES, 'closing'] as const;
export type StatementFigures = Record<(typeof STATEMENT_FIGURES)[number], bigint>;

/** `differs`: the ledger has other sums now. `invalid`: the row is not what was signed. */
export const STATEMENT_STATES = ['valid', 'differs', 'invalid'] as const;

/** How a statement is counted and written. */
export const STATEMENT_VERSION = 1;

export function isMonth(text: string): text is Month {
  return /^\d{4}-\d\d$/.test(text) && isDay(`${text}-01`);
}

/** 60 bits, so that nobody walks through numbers to read sums. */
export const STATEMENT_SIGNS = 12;
const TYPED = new RegExp(String.raw`^(\d{4})(\d\d)([${RECOVERY_ALPHABET}]{${STATEMENT_SIGNS}})$`);

/** `2026-10-7K2M-0XQP-93HD` of twelve signs. */
export function statementNumber(month: Month, signs: string): string {
  return [month, ...(signs.match(/.{4}/g) ?? [])].join('-');
}

/** Reads a number with any separators, case and look-alike letters. */
export function readStatementNumber(typed: string): string | undefined {
  const [, year, month, signs = ''] = TYPED.exec(foldCode(typed)) ?? [];
  return year && month && statementNumber(`${year}-${month}`, signs);
}

export type StatementFacts = {
  number: string;
  month: Month;
  timeZone: string;
  issuer: string;
  figures: StatementFigures;
  issuedAt: Date;
  version: number;
};

/** The text that is signed, as a C2SP signed note without its signature. Names no member. */
export function statementNote(name: string, facts: StatementFacts): string {
  const { number, month, timeZone, issuer, figures, issuedAt, version } = facts;
  const lines = [
    ...[name, `number ${number}`, `month ${month}`, `zone ${timeZone}`, `issuer ${issuer}`],
    ...STATEMENT_FIGURES.map((figure) => `${figure} ${figures[figure]}`),
    ...[`issued ${issuedAt.toISOString()}`, `version ${version}`],
  ];
  return `${lines.join('\n')}\n`;
}
