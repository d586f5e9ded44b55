import type { Language } from '#domain/languages.ts';
import type { Month } from '#domain/statement.ts';
import { monthName } from '#i18n/month-name.ts';

/** “November 2026”; on the server only. */
export function monthTitle(month: Month, language: Language): string {
  return `${monthName(month, language, 'long')} ${month.slice(0, 4)}`;
}
