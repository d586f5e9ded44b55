import { type Language, tagOf } from '#domain/languages.ts';

/** The name of a time zone as its people say it: “Moscow Time”, «Москва». */
export function zoneName(timeZone: string, language: Language): string {
  const format = new Intl.DateTimeFormat(tagOf(language), { timeZone, timeZoneName: 'shortGeneric' });
  return format.formatToParts().find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
}

/** Day and short month, as a leaf of a calendar shows them. */
export function leafOf(time: string, timeZone: string, language: Language): { day: string; month: string } {
  const format = new Intl.DateTimeFormat(tagOf(language), { timeZone, day: '2-digit', month: 'short' });
  const parts = format.formatToParts(new Date(time));
  const part = (wanted: string) => parts.find(({ type }) => type === wanted)?.value ?? '';
  return { day: part('day'), month: part('month') };
}
