import { and, asc, eq } from 'drizzle-orm';
import type * as z from 'zod/mini';
import type { OutputOf } from '#contracts/contract.ts';
import type * as contracts from '#contracts/passkeys.ts';
import { refuse, type Refused } from '#domain/refusals.ts';
import { MAX_PASSKEYS } from '#domain/second-factor.ts';
import type { Db } from '#server/db/connect.ts';
import { memberPasskeys, members } from '#server/db/schema/index.ts';
import type { Services } from '#server/services.ts';
import type { MemberCaller } from '#server/http/caller.ts';
import { deviceOf } from '#server/http/caller-trace.ts';
import { notify } from '#server/notices/index.ts';
import { CHALLENGE_SECONDS, passkeyCreation, siteAt, verifyPasskeyCreation } from '#server/second-factor/index.ts';
import { logSecurity } from '#server/security-log/index.ts';
import { openState, sealState } from '#server/sealed-state.ts';
import { mac } from '#server/secrets.ts';
import { isStillMember } from '../find-member.ts';
import { proveOwner } from './prove-factor.ts';

export function findPasskeys(db: Db, memberId: number) {
  return db
    .select()
    .from(memberPasskeys)
    .where(eq(memberPasskeys.memberId, memberId))
    .orderBy(asc(memberPasskeys.createdAt), asc(memberPasskeys.id));
}

/** A passkey opens the account by itself, so making one takes all that the account is locked with. */
export async function startPasskeySetup(
  services: Services,
  { password, code }: z.output<typeof contracts.startPasskey.input>,
  caller: MemberCaller,
): Promise<OutputOf<typeof contracts.startPasskey> | Refused> {
  const { member } = caller.session;
  const there = await findPasskeys(services.db, member.id);
  if (there.length >= MAX_PASSKEYS) return refuse('too_many_passkeys');
  const unproven = await proveOwner(services, member, { password, code }, caller);
  if (unproven) return unproven;
  const { productName: rpName, publicOrigin } = services.config;
  const { rpId } = siteAt(publicOrigin);
  const userId = mac(services.secrets.secondFactor[0], 'passkeys of', String(member.id)).subarray(0, 16);
  const options = await passkeyCreation({ rpId, rpName, userId, userName: member.username, exclude: there });
  const state = { memberId: member.id, challenge: options.challenge };
  return { options: { ...options }, state: sealState(services, 'new-passkey', state, CHALLENGE_SECONDS) };
}

/** The same again after a lost answer changes nothing. */
export async function saveMemberPasskey(
  services: Services,
  { state, name, passkey: response }: z.output<typeof contracts.savePasskey.input>,
  caller: MemberCaller,
): Promise<Record<string, never> | Refused> {
  const { member } = caller.session;
  const asked = openState(services, 'new-passkey', state);
  if (asked?.memberId !== member.id) return refuse('passkey_invalid');
  const made = await verifyPasskeyCreation({
    response,
    challenge: asked.challenge,
    ...siteAt(services.config.publicOrigin),
  });
  if (!made) return refuse('passkey_invalid');
  const row = {
    ...made,
    memberId: member.id,
    name: name || deviceOf(caller.userAgent),
    createdAt: services.clock.now(),
  };
  return services.transaction(async (tx) => {
    if (!(await isStillMember(tx, member.id))) return refuse('no_session');
    // Two that come at once take turns, so that there are never too many.
    await tx.select({ id: members.id }).from(members).where(eq(members.id, member.id)).for('no key update');
    const there = await findPasskeys(tx, member.id);
    if (there.some(({ id }) => id === made.id)) return {};
    if (there.length >= MAX_PASSKEYS) return refuse('too_many_passkeys');
    const [added] = await tx.insert(memberPasskeys).values(row).onConflictDoNothing().returning();
    if (!added) return refuse('passkey_invalid');
    await notify(tx, services, member, 'passkey-added');
    await logSecurity(tx, services, member.id, 'passkey-added', caller);
    return {};
  });
}

/** Of one that is gone nothing is asked: the same again after a lost answer has no second code. */
export async function removeMemberPasskey(
  services: Services,
  { id, password, code }: z.output<typeof contracts.removePasskey.input>,
  caller: MemberCaller,
): Promise<Record<string, never> | Refused> {
  const { member } = caller.session;
  const there = await findPasskeys(services.db, member.id);
  if (!there.some((passkey) => passkey.id === id)) return {};
  const unproven = await proveOwner(services, member, { password, code }, caller);
  if (unproven) return unproven;
  return services.transaction(async (tx) => {
    const removed = await tx
      .delete(memberPasskeys)
      .where(and(eq(memberPasskeys.id, id), eq(memberPasskeys.memberId, member.id)))
      .returning({ id: memberPasskeys.id });
    if (removed.length === 0) return {};
    await notify(tx, services, member, 'passkey-removed');
    await logSecurity(tx, services, member.id, 'passkey-removed', caller);
    return {};
  });
}
