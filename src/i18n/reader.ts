import type { Language } from '#domain/languages.ts';
import { type IslandTexts, pickTexts, type Say, sayFrom } from './island-texts.ts';
import { formatDate, formatTime, rememberOffset } from './format.ts';
import type { TextKey } from './text-keys.ts';
import type { Translate } from './translator.ts';
import { type UtcOffset, utcOffset } from './utc-offset.ts';

/** Who reads a page: in which words and by which clock. */
export type Reader<Key extends TextKey> = {
  t: Say<Key>;
  language: Language;
  timeZone: string;
  /** The account that the page is rendered for, as its forms name it. */
  owner: string | undefined;
};

/** The same as properties of an island, which travel in the page. */
export type ReaderProps<Key extends TextKey> = {
  texts: IslandTexts<Key>;
  language: Language;
  timeZone: string;
  offset: UtcOffset;
  owner: string | undefined;
};

type PageLocals = { language: Language; t: Translate; now: Date; site: { timeZone: string }; owner?: string };

/** The properties of an island that says the texts of these keys. */
export function readerProps<Key extends TextKey>(
  { language, t, now, site: { timeZone }, owner }: PageLocals,
  keys: readonly Key[],
): ReaderProps<Key> {
  return { texts: pickTexts(t, keys), language, timeZone, offset: utcOffset(timeZone, now), owner };
}

/** `keys` are those that the properties were made with. */
export function toReader<Key extends TextKey>(
  keys: readonly Key[],
  { texts, language, timeZone, offset, owner }: ReaderProps<Key>,
): Reader<Key> {
  rememberOffset(timeZone, offset);
  return { t: sayFrom(keys, texts, language), language, timeZone, owner };
}

/** The date and time of the platform's clock: 21.11.2026 14:02. */
export function whenOf(at: Date | string, { timeZone }: { timeZone: string }): string {
  return `${formatDate(at, timeZone)} ${formatTime(at, timeZone)}`;
}
