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

const MOST_PASSKEYS = 10;

type PasskeyRow = typeof staffPasskeys.$inferSelect;
type PasskeyRequest = OutputOf<typeof contracts.askForPasskey>;
type PasskeyProof = z.output<typeof contracts.confirmByPasskey.input>;

export async function askAnybody(services: Services, { address }: Caller): Promise<PasskeyRequest | Refused> {
  const limited = await consumeRateLimit(services, 'staffAddress', addressKey(address));
  return limited ?? ask(services, null);
}

export async function askPerson(services: Services, person: Staff): Promise<PasskeyRequest> {
  const allow = await passkeysOf(services.db, person.id);
  return ask(services, person.id, allow);
}

async function ask(services: Services, staffId: number | null, allow?: PasskeyRow[]): Promise<PasskeyRequest> {
  const { rpId } = siteAt(services.config.consoleOrigin);
  const options = await passkeyRequest({ rpId, ...(allow && { allow }) });
  const state = sealState(services, 'staff-passkey', { staffId, challenge: options.challenge }, CHALLENGE_SECONDS);
  return { options: { ...options }, state };
}

export async function askToCreate(services: Services, person: Staff): Promise<PasskeyRequest> {
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
  { device, ...shown }: z.output<typeof contracts.signInByPasskey.input>,
  caller: Caller,
): Promise<OutputOf<typeof contracts.signInByPasskey> | Refused> {
  const limited = await consumeRateLimit(services, 'staffAddress', addressKey(caller.address));
  if (limited) return limited;
  const person = await shownBy(services, shown, null);
  if (person && hasAccess(person)) return openAudited(services, person, { ...caller, device }, 'passkey');
  await recordFailure(services, person ?? (await ownerOf(services.db, shown)), caller, {
    wrong: person ? 'access' : 'passkey',
  });
  return refuse('passkey_unknown');
}

async function ownerOf(db: Db, { passkey }: PasskeyProof): Promise<Staff | undefined> {
  const isThis = eq(staffPasskeys.id, passkey.id);
  const [found] = await db
    .select()
    .from(staffPasskeys)
    .innerJoin(staff, eq(staff.id, staffPasskeys.staffId))
    .where(isThis);
  return found?.staff;
}

export async function hasShownPasskey(services: Services, person: Staff, shown: PasskeyProof): Promise<boolean> {
  return (await shownBy(services, shown, person.id)) !== undefined;
}

async function shownBy(
  services: Services,
  { state, passkey: response }: PasskeyProof,
  staffId: number | null,
): Promise<Staff | undefined> {
  const asked = openState(services, 'staff-passkey', state);
  if (asked?.staffId !== staffId) return undefined;
  const [found] = await services.db
    .select()
    .from(staffPasskeys)
    .innerJoin(staff, eq(staff.id, staffPasskeys.staffId))
    .where(eq(staffPasskeys.id, response.id));
  if (!found || (staffId !== null && found.staff.id !== staffId)) return undefined;
  const passkey = found.staff_passkeys;
  const { challenge } = asked;
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
  return isUsed ? found.staff : undefined;
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
    .limit(MOST_PASSKEYS);
}

export async function addPasskey(
  services: Services,
  { name, state, passkey: response }: z.output<typeof contracts.addPasskey.input>,
  caller: StaffCaller,
) {
  const person = caller.session.staff;
  const asked = openState(services, 'new-staff-passkey', state);
  if (asked?.staffId !== person.id) return refuse('passkey_invalid');
  const made = await verifyPasskeyCreation({
    response,
    challenge: asked.challenge,
    ...siteAt(services.config.consoleOrigin),
  });
  if (!made) return refuse('passkey_invalid');
  return audited(services, caller, '', async (tx) => {
    await tx.select({ id: staff.id }).from(staff).where(eq(staff.id, person.id)).for('update');
    const spent = await spendState(tx, services, 'new-staff-passkey', state, made.id);
    const before = await passkeysOf(tx, person.id);
    const isLostAnswer = spent === 'again' && before.some(({ id }) => id === made.id);
    if (spent !== 'first' && !isLostAnswer) return refuse('passkey_invalid');
    if (before.length >= MOST_PASSKEYS) return refuse('invalid', { fields: { name: [fault('invalid')] } });
    const [added] = await tx
      .insert(staffPasskeys)
      .values({ ...made, staffId: person.id, name, createdAt: services.clock.now() })
      .onConflictDoNothing()
      .returning();
    const change = added && { action: 'staff passkey-add', subject: `staff:${person.email}`, after: { passkey: name } };
    return { answer: await listOwnPasskeys({ db: tx }, person.id), change };
  });
}

export async function removePasskey(services: Services, id: string, caller: StaffCaller) {
  const person = caller.session.staff;
  return audited(services, caller, '', async (tx) => {
    const [gone] = await tx
      .delete(staffPasskeys)
      .where(and(eq(staffPasskeys.id, id), eq(staffPasskeys.staffId, person.id)))
      .returning();
    const change = gone && {
      action: 'staff passkey-remove',
      subject: `staff:${person.email}`,
      before: { passkey: gone.name },
    };
    return { answer: await listOwnPasskeys({ db: tx }, person.id), change };
  });
}
