import type { OutputOf } from '#contracts/contract.ts';
import type { getPartner } from '#contracts/partner.ts';
import type { Site } from '#contracts/visit.ts';

type Page = { url: string; tag: string; heading: string; description: string; picture: string };

/** The page as structured data (schema.org, ProfilePage), written so that it can stand inside a `script`. */
export function profilePage(partner: OutputOf<typeof getPartner>, page: Page, site: Site): string {
  const product = { '@type': 'Organization', name: site.productName, url: site.origin };
  const data = {
    '@context': 'https://schema.org',
    '@type': 'ProfilePage',
    url: page.url,
    name: page.heading,
    description: page.description,
    inLanguage: page.tag,
    dateCreated: partner.member_since,
    primaryImageOfPage: { '@type': 'ImageObject', url: page.picture },
    isPartOf: { '@type': 'WebSite', name: site.productName, url: site.origin },
    mainEntity: {
      '@type': 'Person',
      name: partner.name || partner.username,
      alternateName: partner.username,
      url: page.url,
      ...(partner.photo && { image: new URL(partner.photo, site.origin).href }),
      memberOf: product,
    },
  };
  return JSON.stringify(data).replaceAll('<', String.raw`\u003c`);
}
