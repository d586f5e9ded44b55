import { randomInt } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import type * as z from 'zod/mini';
import type { activate, readActivation } from '#contracts/auth.ts';
import type { OutputOf } from '#contracts/contract.ts';
import { isRefused, refuse, type Refused, refuseField } from '#domain/refusals.ts';
import { isoDay } from '#i18n/format.ts';
import type { Db } from '#server/db/connect.ts';
import { mailedLinks, mails, type Member, members, referrals, type SignUp, signUps } from '#server/db/schema/index.ts';
import type { Services } from '#server/api/services.ts';
import type { Caller } from '#server/api/caller.ts';
import { addressKey, consumeRateLimit } from '#server/api/rate-limits.ts';
import { recordConsents } from '#server/members/consents/index.ts';
import { notify } from '#server/members/notices/index.ts';
import { hashToken } from '#server/base/secrets.ts';
import { hashPassword, isCommonPassword } from './password.ts';
import { lockSignUps } from './pending-sign-ups.ts';

export async function describeActivation(
  services: Services,
  { token }: { token: string },
  caller: Caller,
): Promise<OutputOf<typeof readActivation> | Refused> {
  const rateLimited = await consumeRateLimit(services, 'mailedLinkAddress', addressKey(caller.address));
  if (rateLimited) return rateLimited;
  const signUp = await findActivation(services.db, services.clock.now(), token);
  if (isRefused(signUp)) return signUp;
  const inviter = await findInviter(services.db, signUp);
  return { username: signUp.username, inviter: inviter?.username ?? null, asks_password: signUp.passwordHash === null };
}

export async function activateMember(
  services: Services,
  { token, password }: z.output<typeof activate.input>,
  caller: Caller,
): Promise<{ username: string } | Refused> {
  const rateLimited = await consumeRateLimit(services, 'mailedLinkAddress', addressKey(caller.address));
  if (rateLimited) return rateLimited;
  const pendingSignUp = await findActivation(services.db, services.clock.now(), token);
  if (isRefused(pendingSignUp)) return pendingSignUp;
  const passwordHash = pendingSignUp.passwordHash ?? (await newPassword(services, password));
  if (isRefused(passwordHash)) return passwordHash;
  return services.transaction(async (tx) => {
    await lockSignUps(tx, pendingSignUp.email);
    // Checked again under the lock: a concurrent activation may have used this address.
    const signUp = await findActivation(tx, services.clock.now(), token);
    if (isRefused(signUp)) return signUp;
    const member = await insertMember(tx, services, signUp, passwordHash);
    if (!member) return refuse('activation_link_invalid');
    await endSignUps(tx, services, signUp, member);
    const inviter = await findInviter(tx, signUp);
    if (inviter) await notify(tx, services, inviter, 'first-line-joined', String(member.id));
    return { username: member.username };
  });
}

async function newPassword({ config }: Services, password: string | undefined): Promise<string | Refused> {
  if (!password) return refuseField('password', 'required');
  if (isCommonPassword(password)) return refuseField('password', 'password_common');
  return hashPassword(password, config.hashCosts.password);
}

/** Undefined if the username or e-mail has been taken since. */
async function insertMember(
  tx: Db,
  { clock, config }: Services,
  { username, email, name, language, inviterId, refCode, via, requestedAt, agreement, showsUpline }: SignUp,
  passwordHash: string,
): Promise<Member | undefined> {
  const now = clock.now();
  const dates = { registeredAt: now, registeredOn: isoDay(now, config.timeZone), activatedAt: now };
  const [member] = await tx
    .insert(members)
    .values({ username, email, name, passwordHash, language, refCode: newRefCode(), inviterId, showsUpline, ...dates })
    .onConflictDoNothing()
    .returning();
  if (member && inviterId !== null && refCode !== null) {
    await tx.insert(referrals).values({ memberId: member.id, inviterId, refCode, via, boundAt: requestedAt });
  }
  if (member && agreement) await recordConsents(tx, member.id, agreement);
  return member;
}

async function endSignUps(tx: Db, { clock }: Services, { id, email }: SignUp, { id: memberId }: Member): Promise<void> {
  const newOwner = { memberId, signUpId: null };
  await tx
    .update(mailedLinks)
    .set({ ...newOwner, usedAt: clock.now() })
    .where(eq(mailedLinks.signUpId, id));
  await tx.update(mails).set(newOwner).where(eq(mails.signUpId, id));
  await tx.delete(signUps).where(eq(signUps.email, email));
}

async function findInviter(db: Db, { inviterId }: SignUp): Promise<Member | undefined> {
  if (inviterId === null) return undefined;
  const [inviter] = await db.select().from(members).where(eq(members.id, inviterId));
  return inviter;
}

async function findActivation(db: Db, now: Date, token: string): Promise<SignUp | Refused> {
  const [row] = await db
    .select()
    .from(mailedLinks)
    .leftJoin(signUps, eq(signUps.id, mailedLinks.signUpId))
    .where(and(eq(mailedLinks.tokenHash, hashToken(token)), eq(mailedLinks.purpose, 'activation')));
  if (row && row.mailed_links.memberId !== null) return refuse('already_active');
  if (!row?.sign_ups || row.mailed_links.expiresAt <= now) return refuse('activation_link_invalid');
  return row.sign_ups;
}

/** No letters that look like digits. Eight characters give 10¹² codes, so collisions are unlikely. */
const ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';

export function newRefCode(): string {
  return Array.from({ length: 8 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
}
