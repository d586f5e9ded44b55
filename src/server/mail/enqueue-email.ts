import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import type { MailKind, SignUpMailKind } from '#domain/mails.ts';
import type { Db } from '#server/db/connect.ts';
import { mails, type Member, type SignUp, signUps } from '#server/db/schema/index.ts';
import type { Services } from '#server/api/services.ts';
import { consumeRateLimit, textKey } from '#server/api/rate-limits.ts';
import { addJobs, type JobName, type JobPayloads } from '#server/jobs/add-job.ts';

type MemberMailKind = Exclude<MailKind, SignUpMailKind>;

const REQUESTED_KINDS = new Set<MailKind>(['already-registered', 'reset']);

type ForEmail = Pick<Services, 'clock'>;

/** Ids only: their data is read when the e-mail is written. */
export type QueuedEmail = {
  kind: MemberMailKind;
  member: Pick<Member, 'id' | 'language'>;
  /** A withdrawal, transaction or saved destination. */
  aboutId?: string | undefined;
  aboutSupportId?: number | undefined;
  noticeId?: number | undefined;
  /** Default: the member's address at the time of sending. */
  to?: string | undefined;
};

/** Strangers can trigger the kinds in `REQUESTED_KINDS`, so they are limited to three per hour and account. */
export async function enqueueEmail(
  tx: Db,
  services: ForEmail,
  member: Member,
  kind: MemberMailKind,
  aboutSupportId?: number,
): Promise<void> {
  if (member.closedAt) return;
  if (
    REQUESTED_KINDS.has(kind) &&
    (await consumeRateLimit({ db: tx, clock: services.clock }, 'mailAccount', String(member.id)))
  )
    return;
  await enqueueEmails(tx, services, [{ kind, member, aboutSupportId }]);
}

/** At most three per hour and address. Does nothing once the sign-up is over. */
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

export function enqueueEmailTo(
  tx: Db,
  services: ForEmail,
  member: Member,
  kind: MemberMailKind,
  to: string,
): Promise<void> {
  return enqueueEmails(tx, services, [{ kind, member, to }]);
}

/** No rate limit: they report events. Large batches pass a `priority` to run later. */
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

/** Jobs that send or queue e-mails. Other jobs of a killed app have their own sweeps. */
const EMAILS: JobName[] = [
  ...(['send-mail', 'request-link', 'invite-staff', 'mail-staff', 'mail-alert', 'remove-second-factor'] as const),
];
const LOST_AFTER = '5 minutes';

/** Unlocks e-mail jobs of a killed app; graphile-worker would keep them locked for four hours. */
export async function sweepMails({ db }: Pick<Services, 'db'>): Promise<void> {
  await db.execute(sql`
    select graphile_worker.force_unlock_workers(array(
      select distinct locked_by from graphile_worker.jobs
      where task_identifier = any(${sql.param(EMAILS)}::text[]) and locked_at < now() - ${LOST_AFTER}::interval))`);
}
