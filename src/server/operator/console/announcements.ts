import { isDeepStrictEqual } from 'node:util';
import { eq } from 'drizzle-orm';
import type * as z from 'zod/mini';
import type {
  AnnouncementDraft,
  discardAnnouncement,
  saveAnnouncement,
  sendConsoleAnnouncement,
  stopAnnouncement,
} from '#contracts/console/announcements.ts';
import { isEditable } from '#domain/announcements.ts';
import { fault } from '#domain/field-faults.ts';
import { isRefused, refuse, type Refused } from '#domain/refusals.ts';
import { isUuid } from '#domain/uuid.ts';
import { leadsSomewhere } from '#server/base/markdown/texts.ts';
import type { Db } from '#server/db/connect.ts';
import { announcements, plans } from '#server/db/schema/index.ts';
import { lockAnnouncement, stopSending } from '#server/members/announcements/index.ts';
import type { Services } from '#server/api/services.ts';
import type { StaffCaller } from '#server/api/caller.ts';
import { audited } from '#server/operator/staff/index.ts';
import { describe } from './announcement-list.ts';
import { runOrRequestApproval } from './approvals.ts';

/** Refuses unless the writer saw the present draft. A retry of the same content succeeds. */
export async function save(
  services: Services,
  { id, seen, ...fields }: z.output<typeof saveAnnouncement.input>,
  { session }: StaffCaller,
): Promise<AnnouncementDraft | Refused> {
  if (!isUuid(id)) return refuse('not_found');
  const { link, segment } = fields;
  if (link !== '' && !leadsSomewhere(link)) return refuse('invalid', { fields: { link: [fault('invalid')] } });
  const texts = Object.fromEntries(
    fields.texts
      .filter(({ title, text }) => title || text)
      .map(({ language, title, text }) => [language, { title, text }]),
  );
  const written = { texts, link, segment, isByEmail: fields.by_email, changedBy: session.staff.id };
  const saved = await services.transaction(async (tx) => {
    if (segment.plan !== '' && (await tx.$count(plans, eq(plans.id, segment.plan))) === 0) {
      return refuse('invalid', { fields: { 'segment.plan': [fault('invalid')] } });
    }
    const now = services.clock.now();
    const [made] = await tx
      .insert(announcements)
      .values({ id, state: 'draft', ...written, createdBy: session.staff.id, createdAt: now, changedAt: now })
      .onConflictDoNothing()
      .returning({ id: announcements.id });
    if (made) return made;
    return change(tx, { id, seen, written, now });
  });
  return isRefused(saved) ? saved : describe(services, id);
}

type Written = Pick<typeof announcements.$inferInsert, 'texts' | 'link' | 'segment' | 'isByEmail' | 'changedBy'>;
type Save = { id: string; seen: string; written: Written; now: Date };

async function change(tx: Db, { id, seen, written, now }: Save): Promise<{ id: string } | Refused> {
  const row = await lockAnnouncement(tx, id);
  if (!row) return refuse('not_found');
  if (!isEditable(row.state)) return refuse('decided_before');
  const { texts, link, segment, isByEmail, changedBy } = row;
  if (isDeepStrictEqual({ texts, link, segment, isByEmail, changedBy }, written)) return { id };
  if (row.changedAt.toISOString() !== seen) return refuse('draft_moved_on');
  // Always later than before: it is the version that writers have seen.
  const changedAt = new Date(Math.max(now.getTime(), row.changedAt.getTime() + 1));
  await tx
    .update(announcements)
    .set({ ...written, state: 'draft', recipients: null, changedAt })
    .where(eq(announcements.id, id));
  return { id };
}

export function discard(
  services: Services,
  { id, seen, reason }: z.output<typeof discardAnnouncement.input>,
  caller: StaffCaller,
): Promise<{ id: string } | Refused> {
  return audited<{ id: string }>(services, caller, reason, async (tx) => {
    const row = await lockAnnouncement(tx, id);
    if (!row) return { answer: { id }, change: undefined };
    if (!isEditable(row.state)) return refuse('decided_before');
    if (row.changedAt.toISOString() !== seen) return refuse('draft_moved_on');
    await tx.delete(announcements).where(eq(announcements.id, row.id));
    return { answer: { id }, change: { action: 'announcements draft (discarded)', subject: `announcement:${id}` } };
  });
}

export async function send(
  services: Services,
  { id, seen, reason }: z.output<typeof sendConsoleAnnouncement.input>,
  caller: StaffCaller,
): Promise<AnnouncementDraft | Refused> {
  const request = { action: 'announcements send', id, input: { seen } } as const;
  const result = await runOrRequestApproval(services, caller, request, reason);
  return isRefused(result) ? result : describe(services, id);
}

export async function stop(
  services: Services,
  { id, reason }: z.output<typeof stopAnnouncement.input>,
  caller: StaffCaller,
): Promise<AnnouncementDraft | Refused> {
  const result = await audited<{ id: string }>(services, caller, reason, async (tx) => {
    const row = await lockAnnouncement(tx, id);
    if (!row) return refuse('not_found');
    const stopped = await stopSending(tx, services, row);
    if (isRefused(stopped)) return stopped;
    const { state, notified, emailed } = stopped;
    const after = { state, recipients: notified, mails: emailed };
    return { answer: { id }, change: { action: 'announcements stop', subject: `announcement:${id}`, after } };
  });
  return isRefused(result) ? result : describe(services, id);
}
