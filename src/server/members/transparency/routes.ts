import { getTransparency, getTransparencyFile } from '#contracts/transparency.ts';
import type { Services } from '#server/api/services.ts';
import { addressKey, consumeRateLimit } from '#server/api/rate-limits.ts';
import { fileRoute, type Route, route } from '#server/api/route.ts';
import { presentTransparency } from './present.ts';
import { readMonths } from './read-months.ts';
import { writeTransparencyFile } from './write-file.ts';

export function transparencyRoutes(services: Services): Route[] {
  const countRequest = (address: string) => consumeRateLimit(services, 'transparencyAddress', addressKey(address));
  return [
    route(getTransparency, async (_, { address, language }, db) => {
      const rateLimited = await countRequest(address);
      return rateLimited ?? presentTransparency(await readMonths(db), language);
    }),
    fileRoute(getTransparencyFile, async (_, { address, language }) => {
      const rateLimited = await countRequest(address);
      return rateLimited ?? writeTransparencyFile(services, await readMonths(services.db), language);
    }),
  ];
}
