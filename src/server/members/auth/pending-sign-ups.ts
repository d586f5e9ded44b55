import { and, asc, desc, eq, gt, inArray, lte, or } from 'drizzle-orm';
import { normaliseEmail } from '#domain/email.ts';
import { normaliseUsername } from '#domain/identity.ts';
import type { Language } from '#domain/languages.ts';
import { addSeconds } from '#server/base/clock.ts';
import type { Db } from '#server/db/connect.ts';
import { formerUsernames, members, type SignUp, signUps } from '#server/db/schema/index.ts';
import type { Services } from '#server/api/services.ts';
import { ACTIVATION_LINK_SECONDS, enqueueActivationEmail, enqueueEmail } from '#server/mail/index.ts';
import { mac } from '#server/base/secrets.ts';
import { findByEmail } from './find-member.ts';

const MAX_RESENT = 3;

type Choices = Pick<SignUp, 'agreement' | 'showsUpline'>;
type NewSignUp = Omit<SignUp, 'requestedAt' | 'expiresAt' | keyof Choices> & Partial<Choices>;

export async function findSameSignUp(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  { username, email }: Pick<SignUp, 'username' | 'email'>,
): Promise<SignUp | undefined> {
  const [found] = await db
    .select()
    .from(signUps)
    .where(and(eq(signUps.username, username), eq(signUps.email, email), gt(signUps.expiresAt, clock.now())));
  return found;
}

export async function findSignUpByLogin(db: Db, login: string): Promise<SignUp | undefined> {
  const [newest] = await db
    .select()
    .from(signUps)
    .where(or(eq(signUps.username, normaliseUsername(login)), eq(signUps.email, normaliseEmail(login))))
    .orderBy(desc(signUps.requestedAt))
    .limit(1);
  return newest;
}

/** Reserves the username until the link expires. Undefined if it is or was taken. */
export async function insertSignUp(tx: Db, services: Services, typed: NewSignUp): Promise<SignUp | undefined> {
  const now = services.clock.now();
  const { username } = typed;
  await tx.delete(signUps).where(and(eq(signUps.username, username), lte(signUps.expiresAt, now)));
  const [signUp] = await tx
    .insert(signUps)
    .values({ ...typed, requestedAt: now, expiresAt: addSeconds(now, ACTIVATION_LINK_SECONDS) })
    .onConflictDoNothing()
    .returning();
  // After the insert, which waits for concurrent activations of this name.
  const isMembers = (await tx.$count(members, eq(members.username, username))) > 0;
  return signUp && !isMembers && !(await isRetired(tx, services, username)) ? signUp : undefined;
}

/** The newest form of the same guest counts. */
export async function changeChoices(tx: Db, signUpId: string, choices: Choices): Promise<void> {
  await tx.update(signUps).set(choices).where(eq(signUps.id, signUpId));
}

export async function mailSignUp(tx: Db, services: Services, signUp: SignUp, language: Language): Promise<void> {
  const owner = await findByEmail(tx, signUp.email);
  if (owner) await enqueueEmail(tx, services, { ...owner, language }, 'already-registered');
  else await enqueueActivationEmail(tx, services, { ...signUp, language });
}

/** Sends several links: only the owner of the address knows which sign-up is theirs. */
export async function mailWaitingSignUps(
  tx: Db,
  services: Services,
  email: string,
  language: Language | undefined,
): Promise<void> {
  const pending = await tx
    .select()
    .from(signUps)
    .where(eq(signUps.email, email))
    .orderBy(desc(signUps.requestedAt))
    .limit(MAX_RESENT);
  for (const signUp of pending)
    await enqueueActivationEmail(tx, services, { ...signUp, language: language ?? signUp.language });
}

/** Locks in a fixed order, so that only one of them can become a member. */
export function lockSignUps(tx: Db, email: string): Promise<SignUp[]> {
  return tx.select().from(signUps).where(eq(signUps.email, email)).orderBy(asc(signUps.id)).for('update');
}

/** Current key first. Keyed, so that the database alone reveals no name. */
export function formerUsernameHashes({ secrets }: Pick<Services, 'secrets'>, username: string): [Buffer, ...Buffer[]] {
  const [key, ...former] = secrets.formerUsernames;
  return [mac(key, username), ...former.map((formerKey) => mac(formerKey, username))];
}

/** Retires a username permanently; only its hash is stored. */
export async function retireUsername(tx: Db, services: Pick<Services, 'secrets'>, username: string): Promise<void> {
  const [hash] = formerUsernameHashes(services, username);
  await tx.insert(formerUsernames).values({ hash }).onConflictDoNothing();
}

async function isRetired(tx: Db, services: Pick<Services, 'secrets'>, username: string): Promise<boolean> {
  return (
    (await tx.$count(formerUsernames, inArray(formerUsernames.hash, formerUsernameHashes(services, username)))) > 0
  );
}
