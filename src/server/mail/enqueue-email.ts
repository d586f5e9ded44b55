import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import type { MailKind, SignUpMailKind } from '#domain/mails.ts';
import type { Db } from '#server/db/connect.ts';
import { mails, type Member, type SignUp, signUps } from '#server/db/schema/index.ts';
import type { Services } from '#server/api/services.ts';
import { consumeRateLimit, textKey } from '#server/api/rate-limits.ts';
import { addJobs, type JobName, type JobPayloads } from '#server/jobs/add-job.ts';

type MemberMailKind = Exclude<MailKind, SignUpMailKind>;

const ASKED_FOR = new Set<MailKind>(['already-registered', 'reset']);

type ForEmail = Pick<Services, 'clock'>;

/** Of what an e-mail is made when it is written. Ids only: what they stand for is looked up then. */
export type QueuedEmail = {
  kind: MemberMailKind;
  member: Pick<Member, 'id' | 'language'>;
  /** The withdrawal, transaction or saved destination that it is about. */
  aboutId?: string | undefined;
  /** The request to support that it is about. */
  aboutSupportId?: number | undefined;
  /** The notice that says the same. */
  noticeId?: number | undefined;
  /** Where it goes; whichever address the account has when it is sent, when nothing is said. */
  to?: string | undefined;
};

/** Three e-mails an hour and account; what a stranger can set off must not fill somebody's mailbox. */
export async function enqueueEmail(
  tx: Db,
  services: ForEmail,
  member: Member,
  kind: MemberMailKind,
  aboutSupportId?: number,
): Promise<void> {
  if (member.closedAt) return;
  if (
    ASKED_FOR.has(kind) &&
    (await consumeRateLimit({ db: tx, clock: services.clock }, 'mailAccount', String(member.id)))
  )
    return;
  await enqueueEmails(tx, services, [{ kind, member, aboutSupportId }]);
}

/** The e-mail with the link of a sign-up, three an hour and address; nothing once the sign-up is over. */
export async function enqueueActivationEmail(
  tx: Db,
  { clock }: ForEmail,
  { id, email, language }: SignUp,
): Promise<void> {
  const [signUp] = await tx.select().from(signUps).where(eq(signUps.id, id)).for('key share');
  if (!signUp || (await consumeRateLimit({ db: tx, clock }, 'mailAccount', textKey(email)))) return;
  const mailId = randomUUID();
  const kind = signUp.passwordHash === null ? 'account-prepared' : 'activation';
  const row = { id: mailId, kind, signUpId: id, language, createdAt: clock.now() } as const;
  await tx.insert(mails).values(row);
  await addMailJobs(tx, [{ mailId }]);
}

/** An e-mail to this address, whichever the account has when it is sent. */
export function enqueueEmailTo(
  tx: Db,
  services: ForEmail,
  member: Member,
  kind: MemberMailKind,
  to: string,
): Promise<void> {
  return enqueueEmails(tx, services, [{ kind, member, to }]);
}

/** E-mails that nobody asked for, so they are never held back; many at once let others go before them. */
export async function enqueueEmails(
  tx: Db,
  { clock }: ForEmail,
  emails: readonly QueuedEmail[],
  options: { priority?: number } = {},
): Promise<void> {
  if (emails.length === 0) return;
  const createdAt = clock.now();
  const queued = emails.map((mail) => ({ id: randomUUID(), ...mail }));
  const rows = queued.map(({ id, kind, member, aboutId = null, aboutSupportId = null }) => {
    return { id, kind, memberId: member.id, language: member.language, aboutId, aboutSupportId, createdAt };
  });
  const payloads = queued.map(({ id, to, noticeId }) => ({
    mailId: id,
    ...(to !== undefined && { to }),
    ...(noticeId !== undefined && { noticeId }),
  }));
  await Promise.all([tx.insert(mails).values(rows), addMailJobs(tx, payloads, options)]);
}

/** Each e-mail has one job, which `mailJobKey` finds again while it waits. */
export function addMailJobs(
  tx: Db,
  payloads: readonly JobPayloads['send-mail'][],
  options: { priority?: number } = {},
): Promise<void> {
  return addJobs(tx, 'send-mail', payloads, { ...options, keyOf: ({ mailId }) => mailJobKey(mailId) });
}

export function mailJobKey(mailId: string): string {
  return `mail:${mailId}`;
}

/** What sends an e-mail or has one written. What else a killed app may hold has a sweep of its own. */
const EMAILS: JobName[] = ['send-mail', 'request-link', 'invite-staff', 'mail-staff', 'remove-second-factor'];
/** Longer than any of them takes. */
const LOST_AFTER = '5 minutes';

/** Unlocks e-mails of a killed app: graphile-worker would keep them locked for four hours. */
export async function sweepMails({ db }: Pick<Services, 'db'>): Promise<void> {
  await db.execute(sql`
    select graphile_worker.force_unlock_workers(array(
      select distinct locked_by from graphile_worker.jobs
      where task_identifier = any(${sql.param(EMAILS)}::text[]) and locked_at < now() - ${LOST_AFTER}::interval))`);
}
