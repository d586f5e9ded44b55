import { and, asc, eq, gt, type SQL } from 'drizzle-orm';
import type * as z from 'zod/mini';
import type { OutputOf } from '#contracts/contract.ts';
import type * as contracts from '#contracts/passkeys.ts';
import { refuse, type Refused } from '#domain/refusals.ts';
import { MAX_PASSKEYS } from '#domain/second-factor.ts';
import type { Db } from '#server/db/connect.ts';
import { memberPasskeys } from '#server/db/schema/index.ts';
import type { Services } from '#server/api/services.ts';
import type { MemberCaller } from '#server/api/caller.ts';
import { deviceOf } from '#server/api/caller-trace.ts';
import { notify } from '#server/members/notices/index.ts';
import { CHALLENGE_SECONDS, passkeyCreation, siteAt, verifyPasskeyCreation } from '#server/api/second-factor/index.ts';
import { logSecurity } from '#server/members/security-log/index.ts';
import { openState, sealState, spendState } from '#server/api/sealed-state.ts';
import { mac } from '#server/base/secrets.ts';
import { endOthersIf } from '../end-others.ts';
import { isStillMember, lockMember } from '../find-member.ts';
import { proveOwner } from './prove-factor.ts';

export function findPasskeys(db: Db, memberId: number) {
  return db
    .select()
    .from(memberPasskeys)
    .where(eq(memberPasskeys.memberId, memberId))
    .orderBy(asc(memberPasskeys.createdAt), asc(memberPasskeys.id));
}

/** A passkey opens the account alone, so it requires the password and the code. */
export async function startPasskeySetup(
  services: Services,
  { password, code }: z.output<typeof contracts.startPasskey.input>,
  caller: MemberCaller,
): Promise<OutputOf<typeof contracts.startPasskey> | Refused> {
  const { member } = caller.session;
  const passkeys = await findPasskeys(services.db, member.id);
  if (passkeys.length >= MAX_PASSKEYS) return refuse('too_many_passkeys');
  const unproven = await proveOwner(services, member, { password, code }, caller);
  if (unproven) return unproven;
  const { productName: rpName, publicOrigin } = services.config;
  const { rpId } = siteAt(publicOrigin);
  const userId = mac(services.secrets.secondFactor[0], 'passkeys of', String(member.id)).subarray(0, 16);
  const options = await passkeyCreation({ rpId, rpName, userId, userName: member.username, exclude: passkeys });
  const state = { memberId: member.id, challenge: options.challenge };
  return { options: { ...options }, state: sealState(services, 'new-passkey', state, CHALLENGE_SECONDS) };
}

export async function saveMemberPasskey(
  services: Services,
  { state, name, passkey: response, end_others }: z.output<typeof contracts.savePasskey.input>,
  caller: MemberCaller,
): Promise<Record<string, never> | Refused> {
  const { member } = caller.session;
  const setup = openState(services, 'new-passkey', state);
  if (setup?.memberId !== member.id) return refuse('passkey_invalid');
  const newPasskey = await verifyPasskeyCreation({
    response,
    challenge: setup.challenge,
    ...siteAt(services.config.publicOrigin),
  });
  if (!newPasskey) return refuse('passkey_invalid');
  const row = {
    ...newPasskey,
    memberId: member.id,
    name: name || deviceOf(caller.userAgent),
    createdAt: services.clock.now(),
  };
  return services.transaction(async (tx) => {
    // Concurrent calls must not exceed `MAX_PASSKEYS`.
    await lockMember(tx, member.id);
    if (!(await isStillMember(tx, member.id))) return refuse('no_session');
    const spent = await spendState(tx, services, 'new-passkey', state, newPasskey.id);
    if (spent === 'spent') return refuse('passkey_invalid');
    const passkeys = await findPasskeys(tx, member.id);
    if (passkeys.some(({ id }) => id === newPasskey.id)) return {};
    // Added and removed since: the same proof must not add it again.
    if (spent === 'again') return refuse('passkey_invalid');
    if (passkeys.length >= MAX_PASSKEYS) return refuse('too_many_passkeys');
    const [added] = await tx.insert(memberPasskeys).values(row).onConflictDoNothing().returning();
    if (!added) return refuse('passkey_invalid');
    await notify(tx, services, member, 'passkey-added');
    await logSecurity(tx, services, member.id, 'passkey-added', caller, row.name);
    await endOthersIf(end_others, tx, services, caller);
    return {};
  });
}

export async function dropPasskeys(tx: Db, memberId: number, condition: SQL | undefined): Promise<string[]> {
  const rows = await tx
    .delete(memberPasskeys)
    .where(and(eq(memberPasskeys.memberId, memberId), condition))
    .returning();
  return rows.map(({ name }) => name);
}

export function dropPasskeysSince(tx: Db, memberId: number, since: Date): Promise<string[]> {
  return dropPasskeys(tx, memberId, gt(memberPasskeys.createdAt, since));
}

/** Asks for no proof if it is already removed: a retry has no second code. */
export async function removeMemberPasskey(
  services: Services,
  { id, password, code }: z.output<typeof contracts.removePasskey.input>,
  caller: MemberCaller,
): Promise<Record<string, never> | Refused> {
  const { member } = caller.session;
  const passkeys = await findPasskeys(services.db, member.id);
  if (!passkeys.some((passkey) => passkey.id === id)) return {};
  const unproven = await proveOwner(services, member, { password, code }, caller);
  if (unproven) return unproven;
  return services.transaction(async (tx) => {
    const [removed] = await dropPasskeys(tx, member.id, eq(memberPasskeys.id, id));
    if (removed === undefined) return {};
    await notify(tx, services, member, 'passkey-removed');
    await logSecurity(tx, services, member.id, 'passkey-removed', caller, removed);
    return {};
  });
}
