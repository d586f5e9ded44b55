import { type Language, tagOf } from '#domain/languages.ts';

const formats = new Map<string, Intl.DateTimeFormat>();

/** Creating a format costs a hundred times as much as using it. */
export function formatOf(language: Language, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${language} ${JSON.stringify(options)}`;
  const format = formats.get(key) ?? new Intl.DateTimeFormat(tagOf(language), options);
  formats.set(key, format);
  return format;
}
