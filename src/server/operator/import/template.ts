import type { Language } from '#domain/languages.ts';
import { csvWriter } from '#server/base/csv/index.ts';
import { MEMBER_COLUMNS } from './read-csv.ts';

/** A file to fill in. Nobody can have the name of its example, so that it is refused as it is. */
export function memberTemplate(language: Language): string {
  const csv = csvWriter(language);
  const example = ['(username)', 'name@example.org', 'Name', '(inviter)', '2024-05-31', 'none', language, 'open'];
  return csv.start + csv.line([...MEMBER_COLUMNS.required, ...MEMBER_COLUMNS.optional]) + csv.line(example);
}
