import { randomBytes } from 'node:crypto';
import { and, eq, gt, isNull } from 'drizzle-orm';
import type * as z from 'zod/mini';
import type { acceptInvitation, readInvitation } from '#contracts/console/session.ts';
import type { OutputOf } from '#contracts/contract.ts';
import { consolePath } from '#domain/console-paths.ts';
import { isRefused, refuse, type Refused, refuseField } from '#domain/refusals.ts';
import { STAFF_INVITATION_SECONDS } from '#domain/staff.ts';
import { hashPassword, isCommonPassword } from '#server/members/auth/index.ts';
import { addSeconds } from '#server/base/clock.ts';
import type { Db } from '#server/db/connect.ts';
import { type Staff, staff, staffInvitations } from '#server/db/schema/index.ts';
import type { Services } from '#server/api/services.ts';
import type { Caller } from '#server/api/caller.ts';
import type { Mailer } from '#server/mail/index.ts';
import { addressKey, consumeRateLimit } from '#server/api/rate-limits.ts';
import { checkTotp, newTotpSecret, totpSecretText, totpUri } from '#server/api/second-factor/index.ts';
import { hashToken } from '#server/base/secrets.ts';
import { seal, unseal } from '#server/base/seal.ts';
import { shownEmail } from '#server/base/shown-email.ts';
import { deliverToStaff } from './mail-staff.ts';
import { openAudited } from './sign-in.ts';

type LinkServices = Pick<Services, 'clock' | 'secrets' | 'config'>;

/** Replaces the person's previous link. Only the token's hash is stored. */
export async function makeInvitation(tx: Db, services: LinkServices, person: Pick<Staff, 'id'>): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const invitation = {
    tokenHash: hashToken(token),
    totpSecret: seal(services.secrets.secondFactor, newTotpSecret()),
    expiresAt: addSeconds(services.clock.now(), STAFF_INVITATION_SECONDS),
  };
  await tx
    .insert(staffInvitations)
    .values({ staffId: person.id, ...invitation })
    .onConflictDoUpdate({ target: staffInvitations.staffId, set: invitation });
  return `${services.config.consoleOrigin}${consolePath('invitation', {}, { token })}`;
}

/** Every attempt makes a new link; only the last one works. */
export async function sendInvitation(
  services: Services,
  mailer: Mailer,
  { staffId }: { staffId: number },
): Promise<void> {
  const invitation = await services.transaction(async (tx) => {
    const [person] = await tx.select().from(staff).where(eq(staff.id, staffId)).for('update');
    if (!person || person.activatedAt || person.disabledAt) return undefined;
    return { person, link: await makeInvitation(tx, services, person) };
  });
  if (!invitation) return;
  await deliverToStaff(services, mailer, invitation.person, 'invitation', { link: invitation.link });
}

type OpenInvitation = { person: Staff; secret: Buffer };

async function findInvitation(
  db: Db,
  { clock, secrets }: Services,
  token: string,
): Promise<OpenInvitation | undefined> {
  const [row] = await db
    .select()
    .from(staffInvitations)
    .innerJoin(staff, eq(staff.id, staffInvitations.staffId))
    .where(
      and(
        eq(staffInvitations.tokenHash, hashToken(token)),
        gt(staffInvitations.expiresAt, clock.now()),
        isNull(staff.disabledAt),
      ),
    )
    .for('update');
  const secret = row && unseal(secrets.secondFactor, row.staff_invitations.totpSecret);
  return secret && { person: row.staff, secret };
}

export async function describeInvitation(
  services: Services,
  { token }: z.output<typeof readInvitation.input>,
  { address }: Caller,
): Promise<OutputOf<typeof readInvitation> | Refused> {
  const limited = await consumeRateLimit(services, 'staffAddress', addressKey(address));
  if (limited) return limited;
  const invitation = await findInvitation(services.db, services, token);
  if (!invitation) return refuse('invitation_invalid');
  const { person, secret } = invitation;
  const { name, email, role, language } = person;
  const uri = totpUri(secret, { issuer: `${services.config.productName} console`, account: shownEmail(email) });
  return { name, email: shownEmail(email), role, language, totp_uri: uri, totp_secret: totpSecretText(secret) };
}

/** Sets password and second factor together, so that no account has a password alone. */
export async function useInvitation(
  services: Services,
  { token, password, code }: z.output<typeof acceptInvitation.input>,
  caller: Caller,
): Promise<OutputOf<typeof acceptInvitation> | Refused> {
  const limited = await consumeRateLimit(services, 'staffAddress', addressKey(caller.address));
  if (limited) return limited;
  if (isCommonPassword(password)) return refuseField('password', 'password_common');
  const passwordHash = await hashPassword(password, services.config.hashCosts.password);
  const account = await services.transaction(async (tx) => {
    const invitation = await findInvitation(tx, services, token);
    if (!invitation) return refuse('invitation_invalid');
    const { person, secret } = invitation;
    const step = checkTotp(secret, code, services.clock.now(), null);
    if (step === undefined) return refuseField('code', 'code_wrong');
    const [activated] = await tx
      .update(staff)
      .set({
        passwordHash,
        totpSecret: seal(services.secrets.secondFactor, secret),
        totpStep: step,
        activatedAt: services.clock.now(),
      })
      .where(eq(staff.id, person.id))
      .returning();
    await tx.delete(staffInvitations).where(eq(staffInvitations.staffId, person.id));
    return activated ?? refuse('invitation_invalid');
  });
  return isRefused(account) ? account : openAudited(services, account, caller, 'invitation');
}
