import { and, asc, eq, gt, inArray, isNull, lte, sql } from 'drizzle-orm';
import type { Db } from '#server/db/connect.ts';
import { announcements, members, notices } from '#server/db/schema/index.ts';
import type { Services } from '#server/api/services.ts';
import { enqueueEmails } from '#server/mail/index.ts';
import { addSendingJob, type Announcement } from './begin-sending.ts';
import { inSegment, WANTS_EMAIL } from './segment.ts';

type SendServices = Pick<Services, 'db' | 'transaction' | 'clock' | 'config'>;

/** Member ids per transaction. */
const AT_ONCE = 5_000;
/** Then other jobs get their turn. */
const STEPS_PER_JOB = 10;

/** Each step moves the cursor together with its notices, under a lock: nobody is notified twice, after a crash neither. */
export async function sendAnnouncement(
  services: SendServices,
  { announcementId: id }: { announcementId: string },
  { stopping, atOnce = AT_ONCE }: { stopping?: AbortSignal | undefined; atOnce?: number } = {},
): Promise<void> {
  for (let step = 1; ; step += 1) {
    stopping?.throwIfAborted();
    const isMore = await services.transaction(async (tx) => {
      const row = await lockSending(tx, id);
      if (!row || isNotified(row)) return false;
      const moved = await notifyNext(tx, services, row, atOnce);
      if (isNotified(moved)) return false;
      if (step === STEPS_PER_JOB) await addSendingJob(tx, id);
      return step < STEPS_PER_JOB;
    });
    if (!isMore) return;
  }
}

/** Undefined if it is over, or if another process sends it. */
async function lockSending(tx: Db, id: string): Promise<Announcement | undefined> {
  const isThis = and(eq(announcements.id, id), eq(announcements.state, 'sending'));
  const [row] = await tx.select().from(announcements).where(isThis).for('update', { skipLocked: true });
  return row;
}

function isNotified({ notifiedTo, lastMember }: Announcement): boolean {
  return notifiedTo >= (lastMember ?? 0);
}

async function notifyNext(
  tx: Db,
  { clock }: Pick<Services, 'clock'>,
  { id, segment, isByEmail, notifiedTo, lastMember, notified }: Announcement,
  atOnce: number,
): Promise<Announcement> {
  const to = Math.min(notifiedTo + atOnce, lastMember ?? 0);
  // The lock waits for accounts that are being closed: they get no notice.
  const recipients = await tx
    .select({ memberId: members.id })
    .from(members)
    .where(and(gt(members.id, notifiedTo), lte(members.id, to), inSegment(segment)))
    .orderBy(asc(members.id))
    .for('key share');
  if (recipients.length > 0) await insertNotices(tx, recipients, { about: id, at: clock.now() });
  const isOver = to >= (lastMember ?? 0) && !isByEmail;
  const [moved] = await tx
    .update(announcements)
    .set({
      ...{ notifiedTo: to, notified: notified + recipients.length },
      ...(isOver && { state: 'sent', finishedAt: clock.now() }),
    })
    .where(eq(announcements.id, id))
    .returning();
  return moved!;
}

type About = { about: string; at: Date };

async function insertNotices(tx: Db, recipients: readonly { memberId: number }[], { about, at }: About): Promise<void> {
  const ids = recipients.map(({ memberId }) => memberId);
  await tx.execute(sql`
    insert into notices (member_id, kind, about, at)
    select id, 'announcement', ${about}, ${at.toISOString()}::timestamptz from unnest(${sql.param(ids)}::integer[]) as id`);
}

const SWEPT_AT_ONCE = 100;

/** Once a minute: starts lost jobs, and queues the next e-mails of each announcement that all were notified of. */
export async function sweepAnnouncements(services: SendServices): Promise<void> {
  const rows = await services.db
    .select()
    .from(announcements)
    .where(eq(announcements.state, 'sending'))
    .orderBy(asc(announcements.startedAt))
    .limit(SWEPT_AT_ONCE);
  let limit = services.config.announcements.emailsPerMinute;
  for (const { id } of rows) {
    limit -= await services.transaction(async (tx) => {
      const row = await lockSending(tx, id);
      if (!row) return 0;
      if (isNotified(row)) return queueNext(tx, services, row, limit);
      await addSendingJob(tx, id);
      return 0;
    });
  }
}

/** After all other e-mails. */
const PRIORITY = 30;
/** Bounds the transaction where few want e-mails. */
const STEPS_PER_MINUTE = 20;

async function queueNext(
  tx: Db,
  services: Pick<Services, 'clock'>,
  { id, emailedTo, lastMember, emailed }: Announcement,
  limit: number,
): Promise<number> {
  const last = lastMember ?? 0;
  const recipients: { id: number; language: (typeof members.$inferSelect)['language'] }[] = [];
  let from = emailedTo;
  for (let step = 0; step < STEPS_PER_MINUTE && from < last && recipients.length < limit; step += 1) {
    const to = Math.min(from + AT_ONCE, last);
    const missing = limit - recipients.length;
    const found = await findNotified(tx, id, { from, to, limit: missing });
    recipients.push(...found);
    from = found.length < missing ? to : (found.at(-1)?.id ?? to);
  }
  const emails = recipients.map((member) => ({ kind: 'announcement' as const, member, aboutId: id }));
  await enqueueEmails(tx, services, emails, { priority: PRIORITY });
  await tx
    .update(announcements)
    .set({
      ...{ emailedTo: from, emailed: emailed + emails.length },
      ...(from >= last && { state: 'sent', finishedAt: services.clock.now() }),
    })
    .where(eq(announcements.id, id));
  return emails.length;
}

type Range = { from: number; to: number; limit: number };

/** Those with the notice: a member who has joined the segment since gets no e-mail. */
function findNotified(tx: Db, announcementId: string, { from, to, limit }: Range) {
  const isNotice = and(eq(notices.kind, 'announcement'), eq(notices.about, announcementId));
  const noticed = tx
    .select({ memberId: notices.memberId })
    .from(notices)
    .where(and(isNotice, gt(notices.memberId, from), lte(notices.memberId, to)));
  return tx
    .select({ id: members.id, language: members.language })
    .from(members)
    .where(
      and(
        gt(members.id, from),
        lte(members.id, to),
        inArray(members.id, noticed),
        isNull(members.closedAt),
        isNull(members.blockedAt),
        WANTS_EMAIL,
      ),
    )
    .orderBy(asc(members.id))
    .limit(limit);
}
