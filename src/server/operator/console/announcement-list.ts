import { randomUUID } from 'node:crypto';
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type * as z from 'zod/mini';
import type {
  AnnouncementDraft,
  AnnouncementFields,
  ConsoleAnnouncement,
  listAnnouncements,
} from '#contracts/console/announcements.ts';
import type { OutputOf } from '#contracts/contract.ts';
import { announcementIn, type AnnouncementTexts, isEditable, type Segment } from '#domain/announcements.ts';
import { LANGUAGES } from '#domain/languages.ts';
import { refuse, type Refused, refuseField } from '#domain/refusals.ts';
import { isUuid } from '#domain/uuid.ts';
import type { Db } from '#server/db/connect.ts';
import { announcements, staff } from '#server/db/schema/index.ts';
import { countRecipients, isComplete } from '#server/members/announcements/index.ts';
import type { Services } from '#server/api/services.ts';
import type { StaffCaller } from '#server/api/caller.ts';
import { keysetOf, PAGE } from './keyset.ts';

const SORTS = { at: { column: announcements.createdAt, type: 'timestamptz' } } as const;

export async function list(
  { db, config }: Services,
  { state, cursor, limit = PAGE }: z.output<typeof listAnnouncements.input>,
): Promise<OutputOf<typeof listAnnouncements> | Refused> {
  const keyset = keysetOf(SORTS, '-at', { column: announcements.id, type: 'uuid' }, cursor);
  if (!keyset) return refuseField('cursor', 'invalid');
  const fetchedRows = await select(db)
    .where(and(state && eq(announcements.state, state), keyset.behind))
    .orderBy(...keyset.order)
    .limit(limit + 1);
  const { rows, next } = keyset.page(fetchedRows, limit, ({ row: { id, createdAt } }) => [createdAt, id]);
  return { items: rows.map((row) => presentRow(row, config)), next };
}

function select(db: Db) {
  const nameOf = (column: AnyPgColumn) => sql<string | null>`(select name from ${staff} where id = ${column})`;
  return db
    .select({
      row: announcements,
      createdBy: sql<string>`${nameOf(announcements.createdBy)}`,
      changedBy: sql<string>`${nameOf(announcements.changedBy)}`,
      sentBy: nameOf(announcements.sentBy),
      approvedBy: nameOf(announcements.approvedBy),
    })
    .from(announcements)
    .$dynamic();
}

type Selected = Awaited<ReturnType<typeof select>>[number];

function presentRow({ row, createdBy }: Selected, { languages }: Services['config']): ConsoleAnnouncement {
  const { fallback } = languages;
  const written = Object.values(row.texts).find((one) => one?.title);
  return {
    id: row.id,
    title: announcementIn(row.texts, fallback, fallback).title || (written?.title ?? ''),
    state: row.state,
    by_email: row.isByEmail,
    recipients: row.recipients,
    notified: row.notified,
    emailed: row.emailed,
    created_by: createdBy,
    created_at: row.createdAt.toISOString(),
    started_at: row.startedAt?.toISOString() ?? null,
    finished_at: row.finishedAt?.toISOString() ?? null,
  };
}

/** A new announcement is stored with its first save. */
export async function begin({ db, config, clock }: Services, { session }: StaffCaller): Promise<AnnouncementDraft> {
  const segment: Segment = { languages: [], statuses: [], activity: 'all', plan: '' };
  return {
    ...{ id: randomUUID(), title: '', state: 'draft', by_email: false, recipients: null, notified: 0, emailed: 0 },
    ...{ created_by: session.staff.name, created_at: clock.now().toISOString(), started_at: null, finished_at: null },
    ...{ draft: null, fields: { texts: textFields({}), link: '', by_email: false, segment } },
    count: await countRecipients(db, segment),
    ...{ is_complete: false, needs_approval: false, sent_by: null, approved_by: null },
    fallback: config.languages.fallback,
    emails_per_minute: config.announcements.emailsPerMinute,
  };
}

export async function describe({ db, config }: Pick<Services, 'db' | 'config'>, id: string) {
  const [found] = isUuid(id) ? await select(db).where(eq(announcements.id, id)) : [];
  if (!found) return refuse('not_found');
  const { state, segment } = found.row;
  const isOpen = isEditable(state) || state === 'waiting';
  return presentDraft(found, config, isOpen ? await countRecipients(db, segment) : null);
}

/** By id, for many at once: without counting again. `recipients` is the number that their senders saw. */
export async function findSent(
  { db, config }: Pick<Services, 'db' | 'config'>,
  ids: readonly string[],
): Promise<Map<string, AnnouncementDraft>> {
  const known = ids.filter(isUuid);
  const found = known.length === 0 ? [] : await select(db).where(inArray(announcements.id, known));
  return new Map(found.map((one) => [one.row.id, presentDraft(one, config, null)]));
}

function presentDraft(
  found: Selected,
  config: Services['config'],
  count: AnnouncementDraft['count'],
): AnnouncementDraft {
  const { row, changedBy, sentBy, approvedBy } = found;
  const { segment, link, isByEmail, texts, changedAt } = row;
  return {
    ...presentRow(found, config),
    draft: { changed_at: changedAt.toISOString(), changed_by: changedBy },
    fields: { texts: textFields(texts), link, by_email: isByEmail, segment },
    count,
    is_complete: isComplete(row, config.languages.fallback) && count?.members !== 0,
    needs_approval: (count?.members ?? 0) >= config.announcements.approvalFrom,
    fallback: config.languages.fallback,
    emails_per_minute: config.announcements.emailsPerMinute,
    sent_by: sentBy,
    approved_by: approvedBy,
  };
}

/** Every language, also without a text. */
function textFields(texts: AnnouncementTexts): AnnouncementFields['texts'] {
  return LANGUAGES.map(({ segment }) => ({ language: segment, ...(texts[segment] ?? { title: '', text: '' }) }));
}
