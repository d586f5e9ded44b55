import type { Language } from '#domain/languages.ts';
import { csvWriter } from '#server/base/csv/index.ts';
import { ACCRUAL_COLUMNS } from './read-csv.ts';

/** No member can have the example's username, so the unchanged file can't be posted. */
export function accrualTemplate(language: Language): string {
  const csv = csvWriter(language);
  const example = ['(username)', { amount: '1250.50' }, 'earnings', '', 'INVOICE-1'];
  return csv.start + csv.line(ACCRUAL_COLUMNS) + csv.line(example);
}
