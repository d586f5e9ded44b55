import { randomUUID } from 'node:crypto';
import { and, asc, eq, gt, isNull, lt } from 'drizzle-orm';
import { fault } from '#domain/field-faults.ts';
import { refuse, type Refused } from '#domain/refusals.ts';
import { isUuid } from '#domain/uuid.ts';
import { addSeconds } from '#server/clock.ts';
import type { Db } from '#server/db/connect.ts';
import { type Staff, staff, staffChallenges, staffPasskeys } from '#server/db/schema/index.ts';
import type { Services } from '#server/services.ts';
import type { Caller, StaffCaller } from '#server/http/caller.ts';
import { addressKey, consumeRateLimit } from '#server/http/rate-limits.ts';
import {
  type CreatedPasskey,
  passkeyCreation,
  passkeyRequest,
  type ShownPasskey,
  verifyPasskeyCreation,
  verifyPasskeyRequest,
} from '#server/second-factor/index.ts';
import { audited } from './audited.ts';
import { hasAccess, openAudited } from './sign-in.ts';

const CHALLENGE_SECONDS = 5 * 60;
/** One for each device that somebody has, and a spare. */
const MOST_PASSKEYS = 10;

type Challenge = { challenge: string; options: string };
type Answered = { challenge: string; answer: string };

/** What a passkey must sign at sign-in; whose it will be nobody knows yet. */
export async function askAnybody(services: Services, { address }: Caller): Promise<Challenge | Refused> {
  const limited = await consumeRateLimit(services, 'staffAddress', addressKey(address));
  return limited ?? remember(services, null, await passkeyRequest({ rpId: rpOf(services).rpId }));
}

export async function askPerson(services: Services, person: Staff): Promise<Challenge> {
  const allow = await passkeysOf(services.db, person.id);
  return remember(services, person.id, await passkeyRequest({ rpId: rpOf(services).rpId, allow }));
}

export async function askToCreate(services: Services, person: Staff): Promise<Challenge> {
  const options = await passkeyCreation({
    rpId: rpOf(services).rpId,
    rpName: `${services.config.productName} console`,
    userId: Buffer.from(`staff:${person.id}`),
    userName: person.email,
    exclude: await passkeysOf(services.db, person.id),
  });
  return remember(services, person.id, options);
}

export async function signInByPasskey(
  services: Services,
  answered: Answered,
  caller: Caller,
): Promise<{ token: string } | Refused> {
  const limited = await consumeRateLimit(services, 'staffAddress', addressKey(caller.address));
  if (limited) return limited;
  const person = await shownBy(services, answered, null);
  return person && hasAccess(person) ? openAudited(services, person, caller, 'passkey') : refuse('passkey_unknown');
}

/** Whether one of this person's passkeys has signed what they were asked to. */
export async function hasShownPasskey(services: Services, person: Staff, answered: Answered): Promise<boolean> {
  return (await shownBy(services, answered, person.id))?.id === person.id;
}

async function shownBy(services: Services, answered: Answered, staffId: number | null): Promise<Staff | undefined> {
  const { db, clock } = services;
  const challenge = await takeChallenge(db, services, answered.challenge, staffId);
  const response = readJson<ShownPasskey>(answered.answer);
  if (!challenge || typeof response?.id !== 'string') return undefined;
  const [found] = await db
    .select()
    .from(staffPasskeys)
    .innerJoin(staff, eq(staff.id, staffPasskeys.staffId))
    .where(eq(staffPasskeys.id, response.id));
  if (!found || (staffId !== null && found.staff.id !== staffId)) return undefined;
  const passkey = found.staff_passkeys;
  const counter = await verifyPasskeyRequest({ response, challenge, passkey, ...rpOf(services) });
  if (counter === undefined) return undefined;
  await db.update(staffPasskeys).set({ counter, usedAt: clock.now() }).where(eq(staffPasskeys.id, passkey.id));
  return found.staff;
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
  { name, ...answered }: Answered & { name: string },
  caller: StaffCaller,
) {
  const person = caller.session.staff;
  const challenge = await takeChallenge(services.db, services, answered.challenge, person.id);
  const response = readJson<CreatedPasskey>(answered.answer);
  const made =
    challenge && response?.response && (await verifyPasskeyCreation({ response, challenge, ...rpOf(services) }));
  if (!made) return refuse('passkey_invalid');
  return audited(services, caller, '', async (tx) => {
    await tx.select({ id: staff.id }).from(staff).where(eq(staff.id, person.id)).for('update');
    const before = await passkeysOf(tx, person.id);
    if (before.length >= MOST_PASSKEYS) return refuse('invalid', { fields: { name: [fault('invalid')] } });
    await tx
      .insert(staffPasskeys)
      .values({ ...made, staffId: person.id, name, createdAt: services.clock.now() })
      .onConflictDoNothing();
    const change = { action: 'staff passkey-add', subject: `staff:${person.email}`, after: { passkey: name } };
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

async function remember(
  { db, clock }: Services,
  staffId: number | null,
  options: { challenge: string },
): Promise<Challenge> {
  const id = randomUUID();
  const now = clock.now();
  await db.delete(staffChallenges).where(lt(staffChallenges.expiresAt, now));
  const expiresAt = addSeconds(now, CHALLENGE_SECONDS);
  await db.insert(staffChallenges).values({ id, challenge: options.challenge, staffId, expiresAt });
  return { challenge: id, options: JSON.stringify(options) };
}

/** Each is answered once, by whom it was given to. */
async function takeChallenge(
  db: Db,
  { clock }: Services,
  id: string,
  staffId: number | null,
): Promise<string | undefined> {
  if (!isUuid(id)) return undefined;
  const [taken] = await db
    .delete(staffChallenges)
    .where(
      and(
        eq(staffChallenges.id, id),
        gt(staffChallenges.expiresAt, clock.now()),
        staffId === null ? isNull(staffChallenges.staffId) : eq(staffChallenges.staffId, staffId),
      ),
    )
    .returning();
  return taken?.challenge;
}

function rpOf({ config }: Services): { rpId: string; origin: string } {
  return { rpId: new URL(config.consoleOrigin).hostname, origin: config.consoleOrigin };
}

function readJson<T>(text: string): T | undefined {
  try {
    return JSON.parse(text) as T;
  } catch {
    return undefined;
  }
}
