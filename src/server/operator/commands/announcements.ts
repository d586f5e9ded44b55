import type { ConsoleAnnouncement } from '#contracts/console/announcements.ts';
import { ANNOUNCEMENT_STATES } from '#domain/announcements.ts';
import { isRefused, type RefusalCode } from '#domain/refusals.ts';
import { whenOf } from '#i18n/reader.ts';
import { beginSending, lockAnnouncement, stopSending } from '#server/members/announcements/index.ts';
import { type Command, countOf } from '#server/operator/cli/command.ts';
import { harmless } from '#server/operator/cli/harmless.ts';
import { pageOutcome, readPage, readStateFilter } from '#server/operator/cli/list.ts';
import * as lists from '#server/operator/console/index.ts';

export const listAnnouncements: Command = {
  kind: 'reads',
  name: 'announcements list',
  usage: 'announcements list [--state STATE] [--after CURSOR] [--limit 1–200]',
  about: `Announcements to members, the newest first; states: ${ANNOUNCEMENT_STATES.join(', ')}`,
  async run(services, { options }) {
    const filter = readStateFilter(options, ANNOUNCEMENT_STATES);
    if ('refused' in filter) return filter;
    const place = readPage(options);
    if ('refused' in place) return place;
    const page = await lists.listAnnouncements(services, { state: filter.state, ...place });
    return pageOutcome(page, options, {
      line: (row) => line(row, services.config.timeZone),
      none: 'No such announcements.',
    });
  },
};

function line(row: ConsoleAnnouncement, timeZone: string): string {
  const { id, state, created_at: at, notified, recipients, emailed, title } = row;
  const counts = `${notified}/${recipients ?? '–'} (${emailed})`;
  return [id, state.padEnd(8), whenOf(at, { timeZone }), counts.padEnd(16), harmless(title)].join(' ');
}

const REFUSALS: Partial<Record<RefusalCode, string>> = {
  decided_before: 'It is being sent or is over.',
  draft_wrong: 'A text is missing, or no member is in its segment.',
};

export const sendAnnouncementCommand: Command = {
  kind: 'changes',
  name: 'announcements send',
  usage: 'announcements send ID --why TEXT',
  about: 'Sends an announcement that was written in the console, to any number of members without a second person',
  async run(services, { words: [id = ''] }, tx) {
    const row = await lockAnnouncement(tx, id);
    if (!row) return { refused: `There is no announcement “${id}”.` };
    const sending = await beginSending(tx, services, row, { sentBy: null, approvedBy: null });
    if (isRefused(sending)) return { refused: REFUSALS[sending.refused] ?? sending.refused };
    const { recipients } = sending;
    return {
      words: `The announcement goes out to ${countOf(recipients ?? 0, 'member')}.`,
      data: { id, recipients },
      ...lists.sendingChange(row, sending, services.config.languages),
    };
  },
};

export const stopAnnouncementCommand: Command = {
  kind: 'changes',
  name: 'announcements stop',
  usage: 'announcements stop ID --why TEXT',
  about: 'Stops the sending of an announcement. Members who were not reached yet get nothing',
  async run(services, { words: [id = ''] }, tx) {
    const row = await lockAnnouncement(tx, id);
    if (!row) return { refused: `There is no announcement “${id}”.` };
    const stopped = await stopSending(tx, services, row);
    if (isRefused(stopped)) return { refused: 'It is not being sent.' };
    const { state, notified: recipients, emailed: mails } = stopped;
    return {
      words: `Stopped after ${countOf(recipients, 'member')}.`,
      data: { id, recipients, mails },
      ...{ subject: `announcement:${id}`, before: { state: row.state }, after: { state, recipients, mails } },
    };
  },
};
