import type { Language } from '#domain/languages.ts';
import { formatOf } from './intl-format.ts';

/** “November”, “Nov” of `2026-11`; on the server only. */
export function monthName(month: string, language: Language, length: 'long' | 'short'): string {
  return formatOf(language, { timeZone: 'UTC', month: length }).format(new Date(`${month}-01`));
}
