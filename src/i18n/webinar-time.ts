import { type Language, tagOf } from '#domain/languages.ts';

const formats = new Map<string, Intl.DateTimeFormat>();

/** Making one costs a hundred times what using it does. */
function formatOf(language: Language, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${language} ${JSON.stringify(options)}`;
  const format = formats.get(key) ?? new Intl.DateTimeFormat(tagOf(language), options);
  formats.set(key, format);
  return format;
}

/** The name of a time zone as its people say it: “Moscow Time”, «Москва». */
export function zoneName(timeZone: string, language: Language): string {
  const format = formatOf(language, { timeZone, timeZoneName: 'shortGeneric' });
  return format.formatToParts().find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
}

/** Day and short month, as a leaf of a calendar shows them. */
export function leafOf(time: string, timeZone: string, language: Language): { day: string; month: string } {
  const parts = formatOf(language, { timeZone, day: '2-digit', month: 'short' }).formatToParts(new Date(time));
  const part = (wanted: string) => parts.find(({ type }) => type === wanted)?.value ?? '';
  return { day: part('day'), month: part('month') };
}
