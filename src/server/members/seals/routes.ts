import { getProof, getSeal, listSeals } from '#contracts/seals.ts';
import { refuse } from '#domain/refusals.ts';
import type { Services } from '#server/api/services.ts';
import { addressKey, consumeRateLimit } from '#server/api/rate-limits.ts';
import { type Route, route } from '#server/api/route.ts';
import { logRoutes } from './log/routes.ts';
import { readProof } from './read-proof.ts';
import { findSeal, listDailySeals, presentSeal } from './read-seals.ts';

export function sealRoutes(services: Services): Route[] {
  const countRequest = (address: string) => consumeRateLimit(services, 'sealAddress', addressKey(address));
  return [
    route(listSeals, async (input, { address }, db) => (await countRequest(address)) ?? listDailySeals(db, input)),
    route(getSeal, async ({ day }, { address }, db) => {
      const rateLimited = await countRequest(address);
      if (rateLimited) return rateLimited;
      const row = await findSeal(db, day);
      return row ? presentSeal(row) : refuse('not_found');
    }),
    route(getProof, async ({ day }, { session: { member } }) => {
      const rateLimited = await consumeRateLimit(services, 'proofAccount', String(member.id));
      return rateLimited ?? readProof(services, day, member);
    }),
    ...logRoutes(services),
  ];
}
