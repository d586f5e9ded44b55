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

/** A retry after a lost response gets `pin_already_set`. */
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

type PinRow = typeof memberPins.$inferSelect;

export async function lockPin(tx: Db, { id }: Pick<Member, 'id'>): Promise<PinRow | undefined> {
  const [pinRow] = await tx.select().from(memberPins).where(eq(memberPins.memberId, id)).for('update');
  return pinRow;
}

/** Counts wrong tries in the caller's transaction: commit it even after a refusal. */
export async function checkPin(
  tx: Db,
  services: Services,
  member: Member,
  pin: string,
  pinRow: PinRow | undefined,
): Promise<Refused | undefined> {
  const now = services.clock.now();
  const blocker = pinBlocker(pinRow, now);
  if (blocker || !pinRow) return blocker;
  const { secrets } = services;
  const key = pinKey(secrets, pinRow);
  if (!key) return refuse('pin_expired');
  if (await isPassword(peppered(key, member.id, pin), pinRow.pinHash)) {
    const renewed = key === secrets.pin[0] ? undefined : await hashPin(services, member.id, pin);
    if (pinRow.wrongTries > 0 || renewed) {
      const reset = { ...renewed, wrongTries: 0, waitsUntil: null };
      await tx.update(memberPins).set(reset).where(eq(memberPins.memberId, member.id));
    }
    return undefined;
  }
  return countWrongTry(tx, services, member, pinRow.wrongTries + 1);
}

function pinBlocker(pinRow: PinRow | undefined, now: Date): Refused | undefined {
  if (!pinRow) return refuse('pin_not_set');
  if (pinRow.closedAt) return refuse('pin_closed');
  if (!pinRow.waitsUntil || pinRow.waitsUntil <= now) return undefined;
  return refuse('pin_waits', { retryAfterSeconds: Math.ceil((pinRow.waitsUntil.getTime() - now.getTime()) / 1000) });
}

async function countWrongTry(tx: Db, services: Services, member: Member, wrongTries: number): Promise<Refused> {
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

/** Withdrawals pause for a while (`pauseOf`). Returns false if there was no PIN. */
export async function clearPin(tx: Db, services: Services, member: Member): Promise<boolean> {
  const cleared = await tx.delete(memberPins).where(eq(memberPins.memberId, member.id)).returning();
  if (cleared.length === 0) return false;
  await tx.update(members).set({ pinClearedAt: services.clock.now() }).where(eq(members.id, member.id));
  await notify(tx, services, member, 'pin-cleared');
  await logSecurity(tx, services, member.id, 'pin-cleared', undefined);
  return true;
}

/** Keyed, because a stolen hash of only 10,000 possible PINs is guessed. Runs under the account's lock. */
export async function hashPin(
  { config, secrets }: Pick<Services, 'secrets'> & HashServices,
  memberId: number,
  pin: string,
): Promise<Pick<PinRow, 'pinHash' | 'pepperVersion'>> {
  const [newest] = secrets.pin;
  const pinHash = await hashPassword(peppered(newest, memberId, pin), config.hashCosts.pin);
  return { pinHash, pepperVersion: newest.version };
}

/** Undefined if the pepper was retired: then no PIN can be checked. */
export function pinKey({ pin }: Secrets, { pepperVersion }: Pick<PinRow, 'pepperVersion'>): PinKey | undefined {
  return pin.find(({ version }) => version === pepperVersion);
}

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
