import { getPartner } from '#contracts/partner.ts';
import { readRef } from '#domain/identity.ts';
import { refuse } from '#domain/refusals.ts';
import type { House } from '#server/house.ts';
import { addressKey, countTry } from '#server/http/limits.ts';
import { type Route, route } from '#server/http/route.ts';
import { findPartner } from './find-partner.ts';

export function partnerRoutes(house: House): Route[] {
  return [
    route(getPartner, async ({ ref }, { address }) => {
      const tooOften = await countTry(house, 'partnerAddress', addressKey(address));
      if (tooOften) return tooOften;
      const code = readRef(ref);
      const partner = code ? await findPartner(house.db, code) : undefined;
      if (!partner) return refuse('not_found');
      return {
        username: partner.username,
        // A name and a photo become public by the member's own choice only; until there is a switch, nobody chose.
        name: null,
        photo: null,
        career_status: partner.careerStatus,
        member_since: partner.registeredAt.toISOString(),
      };
    }),
  ];
}
