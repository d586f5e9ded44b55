import { and, asc, eq } from 'drizzle-orm';
import type * as z from 'zod/mini';
import type * as contracts from '#contracts/console/session.ts';
import type { OutputOf } from '#contracts/contract.ts';
import { fault } from '#domain/field-faults.ts';
import { refuse, type Refused } from '#domain/refusals.ts';
import { usePasskey } from '#server/members/auth/index.ts';
import type { Db } from '#server/db/connect.ts';
import { type Staff, staff, staffPasskeys } from '#server/db/schema/index.ts';
import type { Services } from '#server/api/services.ts';
import type { Caller, StaffCaller } from '#server/api/caller.ts';
import { addressKey, consumeRateLimit } from '#server/api/rate-limits.ts';
import { openState, sealState, spendState } from '#server/api/sealed-state.ts';
import {
  CHALLENGE_SECONDS,
  passkeyCreation,
  passkeyRequest,
  siteAt,
  verifyPasskeyCreation,
  verifyPasskeyRequest,
} from '#server/api/second-factor/index.ts';
import { audited } from './audited.ts';
import { recordFailure } from './failures.ts';
import { hasAccess, openAudited } from './sign-in.ts';

const MAX_PASSKEYS = 10;

type PasskeyRow = typeof staffPasskeys.$inferSelect;
type PasskeyRequest = OutputOf<typeof contracts.askForPasskey>;
type PasskeyProof = z.output<typeof contracts.confirmByPasskey.input>;

export async function requestForAnyone(services: Services, { address }: Caller): Promise<PasskeyRequest | Refused> {
  const limited = await consumeRateLimit(services, 'staffAddress', addressKey(address));
  return limited ?? createRequest(services, null);
}

export async function requestForPerson(services: Services, person: Staff): Promise<PasskeyRequest> {
  const allow = await passkeysOf(services.db, person.id);
  return createRequest(services, person.id, allow);
}

async function createRequest(
  services: Services,
  staffId: number | null,
  allow?: PasskeyRow[],
): Promise<PasskeyRequest> {
  const { rpId } = siteAt(services.config.consoleOrigin);
  const options = await passkeyRequest({ rpId, ...(allow && { allow }) });
  const state = sealState(services, 'staff-passkey', { staffId, challenge: options.challenge }, CHALLENGE_SECONDS);
  return { options: { ...options }, state };
}

export async function requestCreation(services: Services, person: Staff): Promise<PasskeyRequest> {
  const options = await passkeyCreation({
    rpId: siteAt(services.config.consoleOrigin).rpId,
    rpName: `${services.config.productName} console`,
    userId: Buffer.from(`staff:${person.id}`),
    userName: person.email,
    exclude: await passkeysOf(services.db, person.id),
  });
  const state = { staffId: person.id, challenge: options.challenge };
  return { options: { ...options }, state: sealState(services, 'new-staff-passkey', state, CHALLENGE_SECONDS) };
}

export async function signInByPasskey(
  services: Services,
  { device, ...proof }: z.output<typeof contracts.signInByPasskey.input>,
  caller: Caller,
): Promise<OutputOf<typeof contracts.signInByPasskey> | Refused> {
  const limited = await consumeRateLimit(services, 'staffAddress', addressKey(caller.address));
  if (limited) return limited;
  const person = await verifyProof(services, proof, null);
  if (person && hasAccess(person)) return openAudited(services, person, { ...caller, device }, 'passkey');
  await recordFailure(services, person ?? (await findOwner(services.db, proof)), caller, {
    wrong: person ? 'access' : 'passkey',
  });
  return refuse('passkey_unknown');
}

async function findOwner(db: Db, { passkey }: PasskeyProof): Promise<Staff | undefined> {
  const isThis = eq(staffPasskeys.id, passkey.id);
  const [found] = await db
    .select()
    .from(staffPasskeys)
    .innerJoin(staff, eq(staff.id, staffPasskeys.staffId))
    .where(isThis);
  return found?.staff;
}

export async function isValidProof(services: Services, person: Staff, proof: PasskeyProof): Promise<boolean> {
  return (await verifyProof(services, proof, person.id)) !== undefined;
}

async function verifyProof(
  services: Services,
  { state, passkey: response }: PasskeyProof,
  staffId: number | null,
): Promise<Staff | undefined> {
  const requestState = openState(services, 'staff-passkey', state);
  if (requestState?.staffId !== staffId) return undefined;
  const [row] = await services.db
    .select()
    .from(staffPasskeys)
    .innerJoin(staff, eq(staff.id, staffPasskeys.staffId))
    .where(eq(staffPasskeys.id, response.id));
  if (!row || (staffId !== null && row.staff.id !== staffId)) return undefined;
  const passkey = row.staff_passkeys;
  const { challenge } = requestState;
  const counter = await verifyPasskeyRequest({
    response,
    challenge,
    passkey,
    ...siteAt(services.config.consoleOrigin),
  });
  if (counter === undefined) return undefined;
  const isUsed = await services.transaction((tx) =>
    usePasskey(tx, services, staffPasskeys, { passkey, counter, kind: 'staff-passkey', state }),
  );
  return isUsed ? row.staff : undefined;
}

export async function listOwnPasskeys({ db }: Pick<Services, 'db'>, staffId: number) {
  const rows = await passkeysOf(db, staffId);
  const items = rows.map(({ id, name, createdAt, usedAt }) => {
    return { id, name, created_at: createdAt.toISOString(), used_at: usedAt?.toISOString() ?? null };
  });
  return { items };
}

function passkeysOf(db: Db, staffId: number) {
  return db
    .select()
    .from(staffPasskeys)
    .where(eq(staffPasskeys.staffId, staffId))
    .orderBy(asc(staffPasskeys.createdAt))
    .limit(MAX_PASSKEYS);
}

export async function addPasskey(
  services: Services,
  { name, state, passkey: response }: z.output<typeof contracts.addPasskey.input>,
  caller: StaffCaller,
) {
  const person = caller.session.staff;
  const requestState = openState(services, 'new-staff-passkey', state);
  if (requestState?.staffId !== person.id) return refuse('passkey_invalid');
  const newPasskey = await verifyPasskeyCreation({
    response,
    challenge: requestState.challenge,
    ...siteAt(services.config.consoleOrigin),
  });
  if (!newPasskey) return refuse('passkey_invalid');
  return audited(services, caller, '', async (tx) => {
    await tx.select({ id: staff.id }).from(staff).where(eq(staff.id, person.id)).for('update');
    const spent = await spendState(tx, services, 'new-staff-passkey', state, newPasskey.id);
    const before = await passkeysOf(tx, person.id);
    const isLostAnswer = spent === 'again' && before.some(({ id }) => id === newPasskey.id);
    if (spent !== 'first' && !isLostAnswer) return refuse('passkey_invalid');
    if (before.length >= MAX_PASSKEYS) return refuse('invalid', { fields: { name: [fault('invalid')] } });
    const [added] = await tx
      .insert(staffPasskeys)
      .values({ ...newPasskey, staffId: person.id, name, createdAt: services.clock.now() })
      .onConflictDoNothing()
      .returning();
    const change = added && { action: 'staff passkey-add', subject: `staff:${person.email}`, after: { passkey: name } };
    return { answer: await listOwnPasskeys({ db: tx }, person.id), change };
  });
}

export async function removePasskey(services: Services, id: string, caller: StaffCaller) {
  const person = caller.session.staff;
  return audited(services, caller, '', async (tx) => {
    const [removed] = await tx
      .delete(staffPasskeys)
      .where(and(eq(staffPasskeys.id, id), eq(staffPasskeys.staffId, person.id)))
      .returning();
    const change = removed && {
      action: 'staff passkey-remove',
      subject: `staff:${person.email}`,
      before: { passkey: removed.name },
    };
    return { answer: await listOwnPasskeys({ db: tx }, person.id), change };
  });
}
