import { count, desc, eq } from 'drizzle-orm';
import type * as z from 'zod/mini';
import type { setPin } from '#contracts/finance.ts';
import { fault } from '#domain/field-faults.ts';
import { afterWrongPin, triesLeft } from '#domain/pin.ts';
import { refuse, type Refused } from '#domain/refusals.ts';
import { hashPassword, isPassword, isStillMember, proveOwner } from '#server/members/auth/index.ts';
import { addSeconds } from '#server/base/clock.ts';
import type { Db } from '#server/db/connect.ts';
import { type Member, memberPins, members } from '#server/db/schema/index.ts';
import type { HashServices } from '#server/base/hash-costs.ts';
import type { Services } from '#server/api/services.ts';
import type { MemberCaller } from '#server/api/caller.ts';
import { notify } from '#server/members/notices/index.ts';
import { logSecurity } from '#server/members/security-log/index.ts';
import { mac, type PinKey, type Secrets } from '#server/base/secrets.ts';

type Input = z.output<typeof setPin.input>;

/** Sets the PIN, once. Whoever sends the same again after a lost answer learns that it is set. */
export async function setMemberPin(
  services: Services,
  { pin, password, code }: Input,
  caller: MemberCaller,
): Promise<Record<string, never> | Refused> {
  const { member } = caller.session;
  const unproven = await proveOwner(services, member, { password, code }, caller);
  if (unproven) return unproven;
  const hashed = await hashPin(services, member.id, pin);
  return services.transaction(async (tx) => {
    if (!(await isStillMember(tx, member.id))) return refuse('no_session');
    const set = await tx
      .insert(memberPins)
      .values({ memberId: member.id, ...hashed, setAt: services.clock.now() })
      .onConflictDoNothing()
      .returning({ memberId: memberPins.memberId });
    if (set.length === 0) return refuse('pin_already_set');
    await notify(tx, services, member, 'pin-set');
    await logSecurity(tx, services, member.id, 'pin-set', caller);
    return {};
  });
}

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
  services: Services,
  member: Member,
  pin: string,
  kept: Kept | undefined,
): Promise<Refused | undefined> {
  const now = services.clock.now();
  const closed = pinBlocker(kept, now);
  if (closed || !kept) return closed;
  const { secrets } = services;
  const key = pinKey(secrets, kept);
  if (!key) return refuse('pin_expired');
  if (await isPassword(peppered(key, member.id, pin), kept.pinHash)) {
    const renewed = key === secrets.pin[0] ? undefined : await hashPin(services, member.id, pin);
    if (kept.wrongTries > 0 || renewed) {
      const right = { ...renewed, wrongTries: 0, waitsUntil: null };
      await tx.update(memberPins).set(right).where(eq(memberPins.memberId, member.id));
    }
    return undefined;
  }
  return countWrong(tx, services, member, kept.wrongTries + 1);
}

/** What keeps a member from using their PIN now, before anybody looks at the one that was typed. */
function pinBlocker(kept: Kept | undefined, now: Date): Refused | undefined {
  if (!kept) return refuse('pin_not_set');
  if (kept.closedAt) return refuse('pin_closed');
  if (!kept.waitsUntil || kept.waitsUntil <= now) return undefined;
  return refuse('pin_waits', { retryAfterSeconds: Math.ceil((kept.waitsUntil.getTime() - now.getTime()) / 1000) });
}

async function countWrong(tx: Db, services: Services, member: Member, wrongTries: number): Promise<Refused> {
  const { state, waitSeconds } = afterWrongPin(wrongTries);
  const now = services.clock.now();
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
  await notify(tx, services, member, state === 'closed' ? 'pin-closed' : 'pin-waits');
  return state === 'closed' ? refuse('pin_closed') : refuse('pin_waits', { retryAfterSeconds: waitSeconds });
}

/** Takes a member's PIN away, so that they can set another; withdrawals rest meanwhile. Says whether there was one. */
export async function clearPin(tx: Db, services: Services, member: Member): Promise<boolean> {
  const cleared = await tx.delete(memberPins).where(eq(memberPins.memberId, member.id)).returning();
  if (cleared.length === 0) return false;
  await tx.update(members).set({ pinClearedAt: services.clock.now() }).where(eq(members.id, member.id));
  await notify(tx, services, member, 'pin-cleared');
  await logSecurity(tx, services, member.id, 'pin-cleared', undefined);
  return true;
}

/**
 * Four digits have ten thousand forms: only a key that is not in the database keeps a stolen hash from telling them.
 * A withdrawal keeps its member's accounts locked while the PIN is hashed.
 */
export async function hashPin(
  { config, secrets }: Pick<Services, 'secrets'> & HashServices,
  memberId: number,
  pin: string,
): Promise<Pick<Kept, 'pinHash' | 'pepperVersion'>> {
  const [newest] = secrets.pin;
  const pinHash = await hashPassword(peppered(newest, memberId, pin), config.hashCosts.pin);
  return { pinHash, pepperVersion: newest.version };
}

/** The key under a PIN's hash; nothing when its pepper is retired. Then nobody can tell whether a PIN is right. */
export function pinKey({ pin }: Secrets, { pepperVersion }: Pick<Kept, 'pepperVersion'>): PinKey | undefined {
  return pin.find(({ version }) => version === pepperVersion);
}

/** How many PINs there are of each version of the pepper. */
export async function countPins(db: Db): Promise<{ version: number; pins: number }[]> {
  return db
    .select({ version: memberPins.pepperVersion, pins: count() })
    .from(memberPins)
    .groupBy(memberPins.pepperVersion)
    .orderBy(desc(memberPins.pepperVersion));
}

function peppered({ key }: PinKey, memberId: number, pin: string): string {
  return mac(key, String(memberId), pin).toString('base64url');
}
