import type { Language } from '#domain/languages.ts';
import { providedTexts, provideTexts } from './island-texts.ts';
import { formatDate, formatTime, rememberOffset } from './format.ts';
import type { Translate } from './translator.ts';
import { type UtcOffset, utcOffset } from './utc-offset.ts';

export type Reader = {
  t: Translate;
  language: Language;
  timeZone: string;
  owner: string | undefined;
};

/** Serialised into the page as properties of an island. */
export type ReaderProps = {
  language: Language;
  timeZone: string;
  offset: UtcOffset;
  owner: string | undefined;
};

type PageLocals = { language: Language; t: Translate; now: Date; site: { timeZone: string }; owner?: string };

/** Also provides the texts to islands on the server. */
export function readerProps({ language, t, now, site: { timeZone }, owner }: PageLocals): ReaderProps {
  provideTexts(language, t);
  return { language, timeZone, offset: utcOffset(timeZone, now), owner };
}

export function toReader({ language, timeZone, offset, owner }: ReaderProps): Reader {
  rememberOffset(timeZone, offset);
  return { t: providedTexts(language), language, timeZone, owner };
}

/** `21.11.2026 14:02` */
export function whenOf(at: Date | string, { timeZone }: { timeZone: string }): string {
  return `${formatDate(at, timeZone)} ${formatTime(at, timeZone)}`;
}
