import { getAgreement } from '#contracts/consents.ts';
import type { Services } from '#server/api/services.ts';
import { addressKey, consumeRateLimit } from '#server/api/rate-limits.ts';
import { type Route, route } from '#server/api/route.ts';
import { readAgreement } from './agreement.ts';

export function consentRoutes(services: Services): Route[] {
  return [
    route(getAgreement, async (_, { address }, db) => {
      const rateLimited = await consumeRateLimit(services, 'legalAddress', addressKey(address));
      return rateLimited ?? readAgreement(services, db);
    }),
  ];
}
