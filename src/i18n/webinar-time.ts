import type { Language } from '#domain/languages.ts';
import { formatOf } from './intl-format.ts';

/** Name in everyday use: “Moscow Time”, «Москва». */
export function zoneName(timeZone: string, language: Language): string {
  const format = formatOf(language, { timeZone, timeZoneName: 'shortGeneric' });
  return format.formatToParts().find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
}

export function leafOf(time: Date, timeZone: string, language: Language): { day: string; month: string } {
  const parts = formatOf(language, { timeZone, day: '2-digit', month: 'short' }).formatToParts(time);
  const part = (name: string) => parts.find(({ type }) => type === name)?.value ?? '';
  return { day: part('day'), month: part('month') };
}
