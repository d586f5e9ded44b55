import type { Site } from '#contracts/page-context.ts';
import type { Seal } from '#contracts/seals.ts';
import { formatDay } from '#domain/days.ts';
import { escapeXml } from '#domain/escape-xml.ts';
import { type Language, tagOf } from '#domain/languages.ts';
import { CURRENCY } from '#domain/money.ts';
import { path } from '#domain/paths.ts';
import { formatMoney } from '#i18n/format.ts';
import type { Translate } from '#i18n/translator.ts';

type FeedContext = { site: Pick<Site, 'origin' | 'productName'>; language: Language; t: Translate };

/** The newest seals as an Atom feed (RFC 4287). */
export function sealFeed(seals: readonly Seal[], { site, language, t }: FeedContext): string {
  const address = (to: string) => escapeXml(site.origin + to);
  const entries = seals.map(({ day, made_at: madeAt, total, root }) => {
    const link = address(path(language, 'seal', { day }));
    const summary = `${t('seals:owed')}: ${formatMoney(total, language)} ${CURRENCY}. ${t('seals:root')}: ${root}`;
    return [
      `<entry><id>${link}</id><link href="${link}"/><updated>${madeAt}</updated>`,
      `<title>${escapeXml(t('seals:one', { date: formatDay(day) }))}</title>`,
      `<summary>${escapeXml(summary)}</summary></entry>`,
    ].join('\n');
  });
  const own = address(path(language, 'sealFeed'));
  // A feed has a time even before its first entry.
  const updated = seals[0]?.made_at ?? new Date(0).toISOString();
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    `<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${tagOf(language)}">`,
    `<id>${own}</id><link rel="self" href="${own}"/><link href="${address(path(language, 'seals'))}"/><updated>${updated}</updated>`,
    `<title>${escapeXml(`${site.productName}: ${t('seals:title')}`)}</title>`,
    `<author><name>${escapeXml(site.productName)}</name></author>`,
    ...entries,
    '</feed>',
  ].join('\n');
}
