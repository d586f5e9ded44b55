import { type Language, LANGUAGES, type SiteLanguages } from '#domain/languages.ts';
import type { WeekStart } from '#domain/week-start.ts';
import { providedTexts, provideTexts } from './island-texts.ts';
import { formatDate, formatTime, rememberOffset } from './format.ts';
import type { Translate } from './translator.ts';
import { type UtcOffset, utcOffset } from './utc-offset.ts';

/** The part of a brand that islands show. `languages`: if not all are offered. `weekStart`: if it doesn't follow the language. */
type ShownBrand = { logo: string; languages?: readonly Language[]; weekStart?: WeekStart };

export type Reader = {
  t: Translate;
  language: Language;
  timeZone: string;
  owner: string | undefined;
  brand: ShownBrand | undefined;
};

/** Serialised into the page as properties of an island. */
export type ReaderProps = {
  language: Language;
  timeZone: string;
  offset: UtcOffset;
  owner: string | undefined;
  brand?: ShownBrand | undefined;
};

type ShownSite = {
  timeZone: string;
  languages: SiteLanguages;
  weekStart: WeekStart;
  brand: { logo: string } | undefined;
};
type PageLocals = { language: Language; t: Translate; now: Date; site: ShownSite; owner?: string };

/** Also provides the texts to islands on the server. */
export function readerProps({ language, t, now, site, owner }: PageLocals): ReaderProps {
  const { timeZone } = site;
  provideTexts(language, t);
  const brand = shownBrand(site);
  return { language, timeZone, offset: utcOffset(timeZone, now), owner, ...(brand && { brand }) };
}

function shownBrand({ brand, languages: { offered }, weekStart }: ShownSite): ShownBrand | undefined {
  if (!brand) return undefined;
  return {
    logo: brand.logo,
    ...(offered.length < LANGUAGES.length && { languages: offered }),
    ...(weekStart !== 'language' && { weekStart }),
  };
}

export function toReader({ language, timeZone, offset, owner, brand }: ReaderProps): Reader {
  rememberOffset(timeZone, offset);
  return { t: providedTexts(language), language, timeZone, owner, brand };
}

/** `21.11.2026 14:02` */
export function whenOf(at: Date | string, { timeZone }: { timeZone: string }): string {
  return `${formatDate(at, timeZone)} ${formatTime(at, timeZone)}`;
}
