import type { Site } from '#contracts/page-context.ts';
import { escapeXml } from '#domain/escape-xml.ts';
import { type Language, languagesOf } from '#domain/languages.ts';
import { REQUIRED_DOCUMENTS } from '#domain/legal.ts';
import { path } from '#domain/paths.ts';

const PAGES = ['disclosure', 'transparency', 'seals', 'signIn', 'signUp'] as const;

type Origin = Pick<Site, 'origin' | 'languages'>;

const HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n';
const NAMESPACES = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml"';

export function* sitemapIndex(
  { origin }: Pick<Origin, 'origin'>,
  parts: readonly { part: number }[],
): Generator<string> {
  yield `${HEAD}<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n`;
  for (const part of ['pages', ...parts.map((item) => item.part)]) {
    yield `<sitemap><loc>${escapeXml(`${origin}/sitemap-${part}.xml`)}</loc></sitemap>\n`;
  }
  yield '</sitemapindex>\n';
}

export function* sitemapOfPages(site: Origin): Generator<string> {
  yield open();
  for (const page of PAGES) yield inAllLanguages(site, (to) => path(to, page));
  for (const document of REQUIRED_DOCUMENTS) yield inAllLanguages(site, (to) => path(to, 'legal', { document }));
  yield close();
}

/** At most six URLs per member, each with its alternates. They are short: 50,000 stay below the limit of 50 MB. */
export function* sitemapOfPartners(site: Origin, members: readonly { ref: string }[]): Generator<string> {
  yield open();
  for (const { ref } of members) yield inAllLanguages(site, (to) => path(to, 'partner', { ref }));
  yield close();
}

const open = () => `${HEAD}<urlset ${NAMESPACES}>\n`;
const close = () => '</urlset>\n';

function inAllLanguages({ origin, languages }: Origin, at: (language: Language) => string): string {
  const address = (language: Language) => escapeXml(origin + at(language));
  const alternate = (tag: string, language: Language) =>
    `<xhtml:link rel="alternate" hreflang="${tag}" href="${address(language)}"/>`;
  const alternates = [
    ...languagesOf(languages).map(({ tag, segment }) => alternate(tag, segment)),
    alternate('x-default', languages.fallback),
  ].join('');
  return languages.offered.map((segment) => `<url><loc>${address(segment)}</loc>${alternates}</url>\n`).join('');
}
