import { type Language, tagOf } from '#domain/languages.ts';

const formats = new Map<string, Intl.DateTimeFormat>();

/** Creating a format costs a hundred times as much as using it. */
function formatOf(language: Language, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${language} ${JSON.stringify(options)}`;
  const format = formats.get(key) ?? new Intl.DateTimeFormat(tagOf(language), options);
  formats.set(key, format);
  return format;
}

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
