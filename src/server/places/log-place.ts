import type { Db } from '#server/db/connect.ts';
import { placeEvents } from '#server/db/schema/index.ts';
import type { House } from '#server/house.ts';

export async function logPlace(
  tx: Db,
  { clock }: Pick<House, 'clock'>,
  placeId: number,
  kind: (typeof placeEvents.$inferInsert)['kind'],
  details: Record<string, string>,
): Promise<void> {
  await tx.insert(placeEvents).values({ placeId, kind, at: clock.now(), details });
}
