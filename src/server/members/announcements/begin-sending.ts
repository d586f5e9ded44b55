import { eq, max } from 'drizzle-orm';
import { isEditable } from '#domain/announcements.ts';
import type { Language } from '#domain/languages.ts';
import { refuse, type Refused } from '#domain/refusals.ts';
import { isUuid } from '#domain/uuid.ts';
import type { Db } from '#server/db/connect.ts';
import { announcements, members } from '#server/db/schema/index.ts';
import type { Services } from '#server/api/services.ts';
import { addJob } from '#server/jobs/add-job.ts';
import { countRecipients } from './segment.ts';

export type Announcement = typeof announcements.$inferSelect;

export async function lockAnnouncement(tx: Db, id: string): Promise<Announcement | undefined> {
  if (!isUuid(id)) return undefined;
  const [row] = await tx.select().from(announcements).where(eq(announcements.id, id)).for('update');
  return row;
}

/** Each language has a title and a text, and the fallback is written. */
export function isComplete({ texts }: Pick<Announcement, 'texts'>, fallback: Language): boolean {
  const isWritten = Object.values(texts).every((one) => one && one.title !== '' && one.text !== '');
  return texts[fallback] !== undefined && isWritten;
}

type By = { sentBy: number | null; approvedBy: number | null };

/** The caller holds the lock of the row. */
export async function beginSending(
  tx: Db,
  { clock, config }: Services,
  row: Announcement,
  by: By,
): Promise<Announcement | Refused> {
  if (!isEditable(row.state) && row.state !== 'waiting') return refuse('decided_before');
  if (!isComplete(row, config.languages.fallback)) return refuse('draft_wrong');
  const { members: recipients } = await countRecipients(tx, row.segment);
  if (recipients === 0) return refuse('draft_wrong');
  const [newest] = await tx.select({ id: max(members.id) }).from(members);
  const began = { state: 'sending', recipients, startedAt: clock.now(), lastMember: newest?.id ?? 0, ...by } as const;
  const [sending] = await tx.update(announcements).set(began).where(eq(announcements.id, row.id)).returning();
  await addSendingJob(tx, row.id);
  return sending!;
}

/** After what members wait for. */
const PRIORITY = 10;

/** One job per announcement. */
export function addSendingJob(tx: Db, announcementId: string): Promise<void> {
  const options = { key: `announcement:${announcementId}`, keepsTime: true, priority: PRIORITY };
  return addJob(tx, 'send-announcement', { announcementId }, options);
}

/** Notices that were sent stay; the rest is never sent. */
export async function stopSending(
  tx: Db,
  { clock }: Pick<Services, 'clock'>,
  row: Announcement,
): Promise<Announcement | Refused> {
  if (row.state !== 'sending') return refuse('decided_before');
  const ended = { state: 'stopped', finishedAt: clock.now() } as const;
  const [stopped] = await tx.update(announcements).set(ended).where(eq(announcements.id, row.id)).returning();
  return stopped!;
}
