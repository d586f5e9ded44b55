import { and, desc, eq, gt, isNull } from 'drizzle-orm';
import type { OutputOf } from '#contracts/contract.ts';
import type { listSessions } from '#contracts/settings.ts';
import { FAMILY_SECONDS, REFRESH_SECONDS } from '#server/auth/index.ts';
import { addSeconds } from '#server/clock.ts';
import { sessionFamilies } from '#server/db/schema/index.ts';
import type { House } from '#server/house.ts';
import type { Session } from '#server/http/caller.ts';

/** Nobody reads more; whoever has more ends them all together. */
const MOST_SHOWN = 100;

type Items = OutputOf<typeof listSessions>['items'];

/** The sessions of a member that can still be gone on with: this one first, then those seen last. */
export async function listLivingSessions(house: House, { member, familyId }: Session): Promise<Items> {
  const now = house.clock.now();
  const families = await house.db
    .select()
    .from(sessionFamilies)
    .where(
      and(
        eq(sessionFamilies.memberId, member.id),
        isNull(sessionFamilies.endedAt),
        gt(sessionFamilies.startedAt, addSeconds(now, -FAMILY_SECONDS)),
        gt(sessionFamilies.rotatedAt, addSeconds(now, -REFRESH_SECONDS)),
      ),
    )
    .orderBy(desc(eq(sessionFamilies.id, familyId)), desc(sessionFamilies.rotatedAt))
    .limit(MOST_SHOWN);
  return families.map((family) => ({
    id: family.id,
    device: family.device,
    place: family.addressRange,
    started_at: family.startedAt.toISOString(),
    last_seen_at: family.rotatedAt.toISOString(),
    is_this: family.id === familyId,
  }));
}
