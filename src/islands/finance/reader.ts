import type { Language } from '#domain/languages.ts';
import { formatDate, formatTime } from '#i18n/format.ts';
import type { Say } from '#i18n/island-texts.ts';
import type { Text } from './texts.ts';

/** Who reads: in which words, at which address, by which clock. */
export type Reader = { t: Say<Text>; language: Language; timeZone: string };

export function whenOf(at: string, { timeZone }: Pick<Reader, 'timeZone'>): string {
  return `${formatDate(at, timeZone)} ${formatTime(at, timeZone)}`;
}
