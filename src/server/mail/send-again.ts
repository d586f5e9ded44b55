import { randomUUID } from 'node:crypto';
import { and, desc, eq, isNull, lte, type SQL, sql } from 'drizzle-orm';
import { type NoticeAbout, type NoticeKind, NOTICES } from '#domain/notices.ts';
import { refuse, type Refused } from '#domain/refusals.ts';
import type { Db } from '#server/db/connect.ts';
import { mails, notices } from '#server/db/schema/index.ts';
import type { Services } from '#server/api/services.ts';
import type { JobPayloads } from '#server/jobs/add-job.ts';
import { addMailJobs, mailJobKey } from './enqueue-email.ts';
import { findPendingEmail } from './links.ts';

type Mail = typeof mails.$inferSelect;

/** Repeating changes nothing. A sent e-mail needs `evenIfSent` and is written again with today's data. */
export async function sendAgain(
  tx: Db,
  services: Pick<Services, 'clock'>,
  id: string,
  { evenIfSent = false } = {},
): Promise<{ mail: Mail; wasSent: boolean } | Refused> {
  const [mail] = await tx.select().from(mails).where(eq(mails.id, id)).for('update');
  if (!mail) return refuse('not_found');
  if (mail.sentAt === null) return (await sendNow(tx, services, mail)) ? { mail, wasSent: false } : refuse('mail_void');
  if (!evenIfSent) return refuse('mail_sent');
  const [unsentCopy] = await tx.select().from(mails).where(isSameMail(mail)).limit(1);
  if (unsentCopy) return { mail: unsentCopy, wasSent: true };
  const payload = await makePayload(tx, services, mail);
  if (!payload) return refuse('mail_void');
  const copy = { ...mail, id: randomUUID(), createdAt: services.clock.now(), sentAt: null };
  await tx.insert(mails).values(copy);
  await addMailJobs(tx, [{ ...payload, mailId: copy.id }]);
  return { mail: copy, wasSent: true };
}

export async function nameOnMail(tx: Db, { memberId, signUpId }: Mail): Promise<string | undefined> {
  const { rows } = await tx.execute<{ username: string }>(sql`
    select username from members where id = ${memberId}::integer
    union all select username from sign_ups where id = ${signUpId}::uuid`);
  return rows[0]?.username;
}

function isSameMail({ memberId, signUpId, kind, aboutId, aboutSupportId }: Mail): SQL | undefined {
  const equals = (column: SQL | typeof mails.aboutId | typeof mails.aboutSupportId, value: string | number | null) =>
    value === null ? sql`${column} is null` : sql`${column} = ${value}`;
  return and(
    isNull(mails.sentAt),
    eq(mails.kind, kind),
    memberId === null ? eq(mails.signUpId, signUpId ?? '') : eq(mails.memberId, memberId),
    equals(mails.aboutId, aboutId),
    equals(mails.aboutSupportId, aboutSupportId),
  );
}

/** False if it can't be written any more. A running job is left alone. */
async function sendNow(tx: Db, services: Pick<Services, 'clock'>, mail: Mail): Promise<boolean> {
  const { rows } = await tx.execute<{ id: string }>(
    sql`select id from graphile_worker.jobs where key = ${mailJobKey(mail.id)}`,
  );
  const [job] = rows;
  if (job) {
    await tx.execute(sql`
      select from graphile_worker.reschedule_jobs(array[${job.id}::bigint], run_at => now(), attempts => 0)`);
    return true;
  }
  const payload = await makePayload(tx, services, mail);
  if (payload) await addMailJobs(tx, [payload]);
  return payload !== undefined;
}

/** Only the original job knew the recipient. */
const ADDRESS_FORGOTTEN = new Set<Mail['kind']>(['email-changing', 'email-changed', 'account-closed']);
const BY_NOTICE: readonly NoticeAbout[] = ['device', 'amount', 'member', 'destination'];

/** Rebuilds the payload of a lost job. Undefined if too little is known. */
async function makePayload(
  tx: Db,
  { clock }: Pick<Services, 'clock'>,
  { id: mailId, kind, memberId, createdAt }: Mail,
): Promise<JobPayloads['send-mail'] | undefined> {
  if (memberId === null) return { mailId };
  if (ADDRESS_FORGOTTEN.has(kind)) return undefined;
  if (kind === 'email-confirmation') {
    const pending = await findPendingEmail(tx, clock.now(), memberId);
    return pending && { mailId, to: pending.newEmail };
  }
  if (!isNotice(kind) || !BY_NOTICE.includes(NOTICES[kind].about)) return { mailId };
  const [notice] = await tx
    .select({ id: notices.id })
    .from(notices)
    .where(and(eq(notices.memberId, memberId), eq(notices.kind, kind), lte(notices.at, createdAt)))
    .orderBy(desc(notices.id))
    .limit(1);
  return notice && { mailId, noticeId: notice.id };
}

function isNotice(kind: Mail['kind']): kind is NoticeKind {
  return Object.hasOwn(NOTICES, kind);
}
