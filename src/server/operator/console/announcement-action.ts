import { and, eq } from 'drizzle-orm';
import { announcementIn, isEditable } from '#domain/announcements.ts';
import type { SiteLanguages } from '#domain/languages.ts';
import { isRefused, refuse } from '#domain/refusals.ts';
import {
  type Announcement,
  beginSending,
  countRecipients,
  isComplete,
  lockAnnouncement,
} from '#server/members/announcements/index.ts';
import { announcements } from '#server/db/schema/index.ts';
import type { Change } from '#server/operator/staff/index.ts';
import type { Action } from './action.ts';

/** Input: `seen`, the version that was shown. A second person is needed from `ANNOUNCEMENT_APPROVAL_FROM` recipients on. */
export const sendOne: Action = {
  ability: 'announcements.send',
  async check(tx, { config }, { id, input }) {
    const row = await lockAnnouncement(tx, id);
    if (!row) return refuse('not_found');
    const waiting = { needsSecond: true, amountMicros: 0n };
    if (row.state === 'waiting') return { ...waiting, remember: { recipients: row.recipients } };
    if (!isEditable(row.state)) return refuse('decided_before');
    if (row.changedAt.toISOString() !== input['seen']) return refuse('draft_moved_on');
    if (!isComplete(row, config.languages.fallback)) return refuse('draft_wrong');
    const { members: recipients } = await countRecipients(tx, row.segment);
    const needsSecond = recipients >= config.announcements.approvalFrom;
    return { ...waiting, needsSecond, remember: { recipients } };
  },
  async run(tx, services, { id, actor, preparedBy }) {
    const row = await lockAnnouncement(tx, id);
    if (!row) return refuse('not_found');
    const by = staffId(actor);
    const sending = await beginSending(tx, services, row, {
      ...{ sentBy: preparedBy, approvedBy: by === preparedBy ? null : by },
    });
    return isRefused(sending) ? sending : sendingChange(row, sending, services.config.languages);
  },
  onPrepared: (tx, { id, input }) =>
    tx
      .update(announcements)
      .set({ state: 'waiting', recipients: Number(input['recipients']) })
      .where(eq(announcements.id, id)),
  onDeclined: (tx, id) =>
    tx
      .update(announcements)
      .set({ state: 'declined' })
      .where(and(eq(announcements.id, id), eq(announcements.state, 'waiting'))),
};

function staffId(actor: `staff:${number}`): number {
  return Number(actor.split(':')[1]);
}

/** The audit entry of a console and of a command. */
export function sendingChange(
  before: Announcement,
  { id, state, texts, recipients, isByEmail }: Announcement,
  { fallback }: SiteLanguages,
): Change {
  const { title } = announcementIn(texts, fallback, fallback);
  return {
    action: 'announcements send',
    subject: `announcement:${id}`,
    before: { state: before.state },
    after: { state, title, recipients, mail: isByEmail },
  };
}
