import type { Language } from '#domain/languages.ts';
import { csvWriter } from '#server/base/csv/index.ts';
import { MEMBER_COLUMNS } from './read-csv.ts';

/** The username of the example is invalid, so the unchanged file is refused. */
export function memberTemplate(language: Language): string {
  const csv = csvWriter(language);
  const example = ['(username)', 'name@example.org', 'Name', '(inviter)', '2024-05-31', 'none', language, 'open'];
  return csv.start + csv.line([...MEMBER_COLUMNS.required, ...MEMBER_COLUMNS.optional]) + csv.line(example);
}
