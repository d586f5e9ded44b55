import { getLegalDocument } from '#contracts/legal.ts';
import { isLegalDocument } from '#domain/legal.ts';
import { refuse } from '#domain/refusals.ts';
import type { Services } from '#server/api/services.ts';
import { addressKey, consumeRateLimit } from '#server/api/rate-limits.ts';
import { type Route, route } from '#server/api/route.ts';
import { findLegalDocument } from './queries.ts';

export function legalRoutes(services: Services): Route[] {
  return [
    route(getLegalDocument, async ({ document }, { address, language }, db) => {
      const rateLimited = await consumeRateLimit(services, 'legalAddress', addressKey(address));
      if (rateLimited) return rateLimited;
      const found = isLegalDocument(document)
        ? await findLegalDocument(db, document, { language, fallback: services.config.languages.fallback })
        : undefined;
      return found ?? refuse('not_found');
    }),
  ];
}
