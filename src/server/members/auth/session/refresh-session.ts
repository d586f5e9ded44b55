import { eq } from 'drizzle-orm';
import { type Refused, refuse } from '#domain/refusals.ts';
import { addSeconds } from '#server/base/clock.ts';
import type { Db } from '#server/db/connect.ts';
import { members, sessionFamilies } from '#server/db/schema/index.ts';
import type { Services } from '#server/api/services.ts';
import type { Caller } from '#server/api/caller.ts';
import { traceOf } from '#server/api/caller-trace.ts';
import {
  FAMILY_SECONDS,
  familyOf,
  mintRefreshToken,
  openChild,
  REFRESH_SECONDS,
  REUSE_SECONDS,
  sealChild,
  signAccessToken,
} from './tokens.ts';
import type { Tokens } from './open-session.ts';
import { hashToken } from '#server/base/secrets.ts';

/** The parent token gets the same child for `REUSE_SECONDS`. Any other old token may be stolen and ends the family. */
export async function rotateSession(services: Services, token: string, caller: Caller): Promise<Tokens | Refused> {
  const familyId = familyOf(services.secrets.refreshTag, token);
  if (!familyId) return refuse('session_ended');
  const rotated = await services.transaction((tx) => rotate(tx, services, { familyId, token, caller }));
  if (!rotated) return refuse('session_ended');
  return {
    access: await signAccessToken(services, { memberId: rotated.memberId, familyId }),
    refresh: rotated.refresh,
  };
}

type RefreshRequest = { familyId: string; token: string; caller: Caller };

async function rotate(tx: Db, services: Services, { familyId, token, caller }: RefreshRequest) {
  const now = services.clock.now();
  const family = await lockLivingFamily(tx, familyId, now);
  if (!family) return undefined;
  const hash = hashToken(token);
  const set = (values: Partial<typeof sessionFamilies.$inferInsert>) =>
    tx.update(sessionFamilies).set(values).where(eq(sessionFamilies.id, familyId));

  if (hash.equals(family.tokenHash)) {
    if (addSeconds(family.rotatedAt, REFRESH_SECONDS) <= now) return undefined;
    const child = mintRefreshToken(services.secrets.refreshTag, familyId);
    const sealedToken = sealChild(token, child);
    await set({ tokenHash: hashToken(child), parentHash: hash, sealedToken, rotatedAt: now, ...traceOf(caller) });
    return { memberId: family.memberId, refresh: child };
  }
  const sealedChild = family.parentHash?.equals(hash) && family.sealedToken;
  if (sealedChild && addSeconds(family.rotatedAt, REUSE_SECONDS) > now) {
    return { memberId: family.memberId, refresh: openChild(token, sealedChild) };
  }
  await set({ endedAt: now, endReason: 'reuse' });
  services.log('warn', 'session-reuse', { memberId: family.memberId });
  return undefined;
}

async function lockLivingFamily(tx: Db, familyId: string, now: Date) {
  const [row] = await tx
    .select({ family: sessionFamilies, blockedAt: members.blockedAt, closedAt: members.closedAt })
    .from(sessionFamilies)
    .innerJoin(members, eq(members.id, sessionFamilies.memberId))
    .where(eq(sessionFamilies.id, familyId))
    .for('update', { of: sessionFamilies });
  if (!row || row.family.endedAt || row.blockedAt || row.closedAt) return undefined;
  return addSeconds(row.family.startedAt, FAMILY_SECONDS) > now ? row.family : undefined;
}
