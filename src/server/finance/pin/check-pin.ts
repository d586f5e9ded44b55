import { eq } from 'drizzle-orm';
import { fault } from '#domain/field-faults.ts';
import { afterWrongPin, triesLeft } from '#domain/pin.ts';
import { type Refused, refuse } from '#domain/refusals.ts';
import { addSeconds } from '#server/clock.ts';
import type { Db } from '#server/db/connect.ts';
import { memberPins } from '#server/db/schema/index.ts';
import type { House } from '#server/house.ts';
import { tell } from '#server/notices/index.ts';
import type { Member } from '#server/db/schema/index.ts';
import { isPin } from './pin-hash.ts';

type Kept = typeof memberPins.$inferSelect;

/** A member's PIN as it is kept, held against everybody else until the transaction ends. */
export async function lockPin(tx: Db, { id }: Pick<Member, 'id'>): Promise<Kept | undefined> {
  const [kept] = await tx.select().from(memberPins).where(eq(memberPins.memberId, id)).for('update');
  return kept;
}

/**
 * Whether this is the member's PIN. A wrong one is counted under the same lock and in the same transaction as the
 * check, so the caller's transaction must be committed whatever comes of it.
 */
export async function checkPin(
  tx: Db,
  house: House,
  member: Member,
  pin: string,
  kept: Kept | undefined,
): Promise<Refused | undefined> {
  const now = house.clock.now();
  const closed = pinObstacle(kept, now);
  if (closed || !kept) return closed;
  if (await isPin(house.secrets, member.id, pin, kept.pinHash)) {
    if (kept.wrongTries > 0) {
      await tx.update(memberPins).set({ wrongTries: 0, waitsUntil: null }).where(eq(memberPins.memberId, member.id));
    }
    return undefined;
  }
  return countWrong(tx, house, member, kept.wrongTries + 1);
}

/** What keeps a member from using their PIN now, before anybody looks at the one that was typed. */
function pinObstacle(kept: Kept | undefined, now: Date): Refused | undefined {
  if (!kept) return refuse('pin_not_set');
  if (kept.closedAt) return refuse('pin_closed');
  if (!kept.waitsUntil || kept.waitsUntil <= now) return undefined;
  return refuse('pin_waits', { retryAfterSeconds: Math.ceil((kept.waitsUntil.getTime() - now.getTime()) / 1000) });
}

async function countWrong(tx: Db, house: House, member: Member, wrongTries: number): Promise<Refused> {
  const { state, waitSeconds } = afterWrongPin(wrongTries);
  const now = house.clock.now();
  await tx
    .update(memberPins)
    .set({
      wrongTries,
      waitsUntil: state === 'waits' ? addSeconds(now, waitSeconds) : null,
      closedAt: state === 'closed' ? now : null,
    })
    .where(eq(memberPins.memberId, member.id));
  if (state === 'open') {
    return refuse('pin_wrong', { fields: { pin: [fault('pin_wrong', { count: triesLeft(wrongTries) })] } });
  }
  await tell(tx, house, member, state === 'closed' ? 'pin-closed' : 'pin-waits');
  return state === 'closed' ? refuse('pin_closed') : refuse('pin_waits', { retryAfterSeconds: waitSeconds });
}
