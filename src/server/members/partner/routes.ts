import { getDisclosure, getDisclosureFacts } from '#contracts/disclosure.ts';
import { countView, getPartner, listSitemapPart, listSitemapParts } from '#contracts/partner.ts';
import { readRef } from '#domain/identity.ts';
import { refuse } from '#domain/refusals.ts';
import type { Services } from '#server/api/services.ts';
import { addressKey, consumeRateLimit } from '#server/api/rate-limits.ts';
import { type Route, route } from '#server/api/route.ts';
import { countPartnerView } from './count-view.ts';
import { type Disclosed, presentDisclosure, presentFacts } from './disclosure.ts';
import { findPartner, presentPartner, sitemapPart, sitemapParts } from './queries.ts';

export function partnerRoutes(services: Services, disclosed: Disclosed): Route[] {
  return [
    route(getPartner, async ({ ref }, { address }, db) => {
      const rateLimited = await consumeRateLimit(services, 'partnerAddress', addressKey(address));
      if (rateLimited) return rateLimited;
      const code = readRef(ref);
      const partner = code ? await findPartner(db, code) : undefined;
      return partner ? presentPartner(partner) : refuse('not_found');
    }),
    route(countView, async (view, caller) => (await countPartnerView(services, view, caller)) ?? {}),
    route(listSitemapParts, async (_, { address }, db) => {
      const rateLimited = await consumeRateLimit(services, 'sitemapAddress', addressKey(address));
      return rateLimited ?? { items: await sitemapParts(db), next: null };
    }),
    route(listSitemapPart, async ({ part }, { address }, db) => {
      const rateLimited = await consumeRateLimit(services, 'sitemapAddress', addressKey(address));
      if (rateLimited) return rateLimited;
      const items = await sitemapPart(db, Number(part));
      return items.length > 0 ? { items, next: null } : refuse('not_found');
    }),
    route(getDisclosure, async (_, { address }) => {
      const rateLimited = await consumeRateLimit(services, 'disclosureAddress', addressKey(address));
      return rateLimited ?? presentDisclosure(await disclosed.read());
    }),
    route(getDisclosureFacts, async () => presentFacts(await disclosed.glance())),
  ];
}
