import { getDisclosure } from '#contracts/disclosure.ts';
import { countView, getPartner, listSitemapPart, listSitemapParts } from '#contracts/partner.ts';
import { readRef } from '#domain/identity.ts';
import { refuse } from '#domain/refusals.ts';
import type { House } from '#server/services.ts';
import { addressKey, countTry } from '#server/http/rate-limits.ts';
import { type Route, route } from '#server/http/route.ts';
import { countPartnerView } from './count-view.ts';
import { disclosureOf } from './disclosure.ts';
import { findPartner, presentPartner, sitemapPart, sitemapParts } from './queries.ts';

export function partnerRoutes(house: House): Route[] {
  const disclosure = disclosureOf(house);
  return [
    route(getPartner, async ({ ref }, { address }) => {
      const tooOften = await countTry(house, 'partnerAddress', addressKey(address));
      if (tooOften) return tooOften;
      const code = readRef(ref);
      const partner = code ? await findPartner(house.db, code) : undefined;
      return partner ? presentPartner(partner) : refuse('not_found');
    }),
    route(countView, async (view, caller) => (await countPartnerView(house, view, caller)) ?? {}),
    route(listSitemapParts, async (_, { address }) => {
      const tooOften = await countTry(house, 'sitemapAddress', addressKey(address));
      return tooOften ?? { items: await sitemapParts(house.db), next: null };
    }),
    route(listSitemapPart, async ({ part }, { address }) => {
      const tooOften = await countTry(house, 'sitemapAddress', addressKey(address));
      if (tooOften) return tooOften;
      const items = await sitemapPart(house.db, Number(part));
      return items.length > 0 ? { items, next: null } : refuse('not_found');
    }),
    route(getDisclosure, async (_, { address }) => {
      const tooOften = await countTry(house, 'disclosureAddress', addressKey(address));
      return tooOften ?? disclosure();
    }),
  ];
}
