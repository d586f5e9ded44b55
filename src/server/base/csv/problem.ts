import type { CsvProblemCode } from '#domain/csv-problems.ts';
import type { Language } from '#domain/languages.ts';
import { translator } from '#i18n/translator.ts';

export type CsvProblem = {
  code: CsvProblemCode;
  line?: number;
  count?: number;
  max?: number;
  separator?: string;
  found?: string;
  columns?: readonly string[];
  optional?: readonly string[];
};

export class CsvRefusal extends Error {
  readonly problem: CsvProblem;
  constructor(problem: CsvProblem) {
    super(`CSV: ${problem.code}`);
    this.problem = problem;
  }
}

export function tellCsvProblem(problem: CsvProblem, language: Language = 'en'): string {
  const t = translator(language === 'ru' ? 'ru' : 'en');
  const { code, separator = ',', columns = [], optional = [], line = 0, count = 0, max = 0, found = '' } = problem;
  const sentence = t(`console_money:csv_file.problem.${code}`, {
    ...{ line, count, max, found },
    separator: t(`console_money:csv_file.separator.${SEPARATOR_NAMES[separator] ?? 'other'}`, { separator }),
    columns: columns.join(', '),
  });
  if (code !== 'header' || optional.length === 0) return sentence;
  return `${sentence} ${t('console_money:csv_file.optional', { columns: optional.join(', ') })}`;
}

const SEPARATOR_NAMES: Record<string, 'comma' | 'semicolon' | 'tab'> = { ',': 'comma', ';': 'semicolon', '\t': 'tab' };
