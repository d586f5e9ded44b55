import { desc, isNotNull } from 'drizzle-orm';
import { getLogCheckpoint, getLogEntries, getLogProof, getLogTile } from '#contracts/seals.ts';
import { refuse, type Refused } from '#domain/refusals.ts';
import type { Db } from '#server/db/connect.ts';
import { dailySeals } from '#server/db/schema/index.ts';
import type { Services } from '#server/api/services.ts';
import { addressKey, consumeRateLimit } from '#server/api/rate-limits.ts';
import { type FileAnswer, fileRoute, type Route, route } from '#server/api/route.ts';
import { readLogProof } from './read-log-proof.ts';
import { readBundle, readTile } from './read-tiles.ts';

export function logRoutes(services: Services): Route[] {
  const { db } = services;
  const countRequest = (address: string) => consumeRateLimit(services, 'logAddress', addressKey(address));
  return [
    route(getLogCheckpoint, async (_, { address }) => (await countRequest(address)) ?? readCheckpoint(db)),
    fileRoute(getLogTile, async ({ level, number, width }, { address }) => {
      return (await countRequest(address)) ?? answer(await readTile(db, level, number, width));
    }),
    fileRoute(getLogEntries, async ({ number, width }, { address }) => {
      return (await countRequest(address)) ?? answer(await readBundle(db, number, width));
    }),
    route(getLogProof, async (wanted, { session: { member } }) => {
      const rateLimited = await consumeRateLimit(services, 'logProofAccount', String(member.id));
      return rateLimited ?? readLogProof(services, wanted, member);
    }),
  ];
}

async function readCheckpoint(db: Db): Promise<{ checkpoint: string } | Refused> {
  const [newest] = await db
    .select({ checkpoint: dailySeals.checkpoint })
    .from(dailySeals)
    .where(isNotNull(dailySeals.checkpoint))
    .orderBy(desc(dailySeals.day))
    .limit(1);
  return newest?.checkpoint ? { checkpoint: newest.checkpoint } : refuse('not_found');
}

function answer(bytes: Buffer | undefined): FileAnswer | Refused {
  return bytes ? { pieces: inOnePiece(bytes), isImmutable: true } : refuse('not_found');
}

async function* inOnePiece(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
