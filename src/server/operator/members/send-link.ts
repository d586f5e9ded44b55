import { and, desc, eq, isNull } from 'drizzle-orm';
import { normaliseUsername } from '#domain/identity.ts';
import type { MailKind } from '#domain/mails.ts';
import { isRefused, refuse, type Refused } from '#domain/refusals.ts';
import type { Db } from '#server/db/connect.ts';
import { mails, type Member, type SignUp, signUps } from '#server/db/schema/index.ts';
import type { Services } from '#server/api/services.ts';
import { enqueueActivationEmail, enqueueEmailTo, findPendingEmail, sendAgain } from '#server/mail/index.ts';
import { lockMember } from './change-member.ts';

type SentLink = { username: string; kind: MailKind; to: string };

/** All sent links stay valid. An unsent mail is sent sooner, not twice. */
export async function sendLink(tx: Db, services: Services, username: string): Promise<SentLink | Refused> {
  const [signUp] = await tx
    .select()
    .from(signUps)
    .where(eq(signUps.username, normaliseUsername(username)))
    .for('update');
  if (signUp) return sendToSignUp(tx, services, signUp);
  const member = await lockMember(tx, username);
  return member ? sendToMember(tx, services, member) : refuse('not_found');
}

async function sendToSignUp(tx: Db, services: Services, signUp: SignUp): Promise<SentLink | Refused> {
  const { username, email, passwordHash } = signUp;
  const [newest] = await tx
    .select()
    .from(mails)
    .where(eq(mails.signUpId, signUp.id))
    .orderBy(desc(mails.createdAt))
    .limit(1);
  if (!newest) await enqueueActivationEmail(tx, services, signUp);
  const result = newest && (await sendAgain(tx, services, newest.id, { evenIfSent: true }));
  const kind = passwordHash === null ? 'account-prepared' : 'activation';
  return isRefused(result) ? result : { username, kind, to: email };
}

async function sendToMember(tx: Db, services: Services, member: Member): Promise<SentLink | Refused> {
  const kind = 'email-confirmation';
  const pendingEmail = await findPendingEmail(tx, services.clock.now(), member.id);
  if (!pendingEmail) return refuse('mail_void');
  const [unsent] = await tx
    .select()
    .from(mails)
    .where(and(eq(mails.memberId, member.id), eq(mails.kind, kind), isNull(mails.sentAt)))
    .orderBy(desc(mails.createdAt))
    .limit(1);
  if (!unsent) await enqueueEmailTo(tx, services, member, kind, pendingEmail.newEmail);
  const result = unsent && (await sendAgain(tx, services, unsent.id));
  return isRefused(result) ? result : { username: member.username, kind, to: pendingEmail.newEmail };
}
