import * as z from 'zod/mini';
import {
  ACTIVITIES,
  ANNOUNCEMENT_STATES,
  ANNOUNCEMENT_TEXT_MAX,
  ANNOUNCEMENT_TITLE_MAX,
  plainLines,
} from '#domain/announcements.ts';
import { CAREER_STATUSES } from '#domain/career-status.ts';
import { fault } from '#domain/field-faults.ts';
import { LANGUAGES } from '#domain/languages.ts';
import { contract } from '../contract.ts';
import { filter, nameField, pageOf, requiredText, text } from '../fields.ts';
import { consolePage, draftState, reasonField, seenField } from './fields.ts';

const language = z.enum(LANGUAGES.map(({ segment }) => segment));
const state = z.enum(ANNOUNCEMENT_STATES);
const at = z.nullable(z.iso.datetime());

const row = z.object({
  id: z.string(),
  title: z.string(),
  state,
  by_email: z.boolean(),
  /** Null until it was sent or asked for. */
  recipients: z.nullable(z.number()),
  notified: z.number(),
  emailed: z.number(),
  created_by: z.string(),
  created_at: z.iso.datetime(),
  started_at: at,
  finished_at: at,
});
export type ConsoleAnnouncement = z.infer<typeof row>;

export const listAnnouncements = contract({
  method: 'GET',
  path: '/operator/api/announcements/',
  summary: 'Announcements to members, the newest first',
  caller: 'staff',
  ability: 'announcements.read',
  input: z.strictObject({ state: filter(z.enum(ANNOUNCEMENT_STATES, fault('invalid'))), ...consolePage }),
  output: z.object(pageOf(row)),
  success: 200,
  refusals: [],
});

const PLAN_MAX = 64;
const LINK_MAX = 500;

const segment = z.object({
  languages: z.array(language),
  statuses: z.array(z.enum(CAREER_STATUSES)),
  activity: z.enum(ACTIVITIES),
  plan: z.string(),
});

/** A draft may be unfinished. An empty list or text of the segment means everybody. */
const draftFields = {
  texts: z
    .array(
      z.strictObject({
        language,
        title: nameField(ANNOUNCEMENT_TITLE_MAX),
        text: z.pipe(text(ANNOUNCEMENT_TEXT_MAX), z.transform(plainLines)),
      }),
    )
    .check(z.maxLength(LANGUAGES.length, fault('invalid'))),
  link: nameField(LINK_MAX),
  by_email: z.boolean(fault('invalid')),
  segment: z.strictObject({
    languages: z.array(language).check(z.maxLength(LANGUAGES.length, fault('invalid'))),
    statuses: z
      .array(z.enum(CAREER_STATUSES, fault('invalid')))
      .check(z.maxLength(CAREER_STATUSES.length, fault('invalid'))),
    activity: z.enum(ACTIVITIES, fault('invalid')),
    plan: text(PLAN_MAX),
  }),
};
const fields = z.object({
  texts: z.array(z.object({ language, title: z.string(), text: z.string() })),
  link: z.string(),
  by_email: z.boolean(),
  segment,
});
export type AnnouncementFields = z.infer<typeof fields>;

export const consoleAnnouncement = z.object({
  ...row.shape,
  /** Null before the first save. */
  draft: z.nullable(draftState),
  fields,
  /** Members in the segment now; null once it was sent. */
  count: z.nullable(z.object({ members: z.number(), emails: z.number() })),
  is_complete: z.boolean(),
  needs_approval: z.boolean(),
  /** Language that members of unwritten ones get. */
  fallback: language,
  emails_per_minute: z.number(),
  sent_by: z.nullable(z.string()),
  approved_by: z.nullable(z.string()),
});
export type AnnouncementDraft = z.infer<typeof consoleAnnouncement>;

const id = requiredText(64);
const write = { caller: 'staff', ability: 'announcements.send', output: consoleAnnouncement, success: 200 } as const;

export const getAnnouncement = contract({
  method: 'GET',
  path: '/operator/api/announcements/{id}/',
  summary: 'An announcement, and how many members its segment has now; `new` gives an empty draft with its future id',
  caller: 'staff',
  ability: 'announcements.read',
  input: z.strictObject({ id }),
  output: consoleAnnouncement,
  success: 200,
  refusals: ['not_found'],
});

export const saveAnnouncement = contract({
  ...write,
  method: 'POST',
  path: '/operator/api/announcements/{id}/draft/',
  summary: 'Keeps the draft; the first save makes it, with an id of the caller',
  input: z.strictObject({ id, seen: seenField, ...draftFields }),
  refusals: ['not_found', 'draft_moved_on', 'decided_before'],
});

export const discardAnnouncement = contract({
  ...write,
  method: 'POST',
  path: '/operator/api/announcements/{id}/draft/removal/',
  summary: 'Throws a draft away that was not sent',
  input: z.strictObject({ id, seen: seenField, reason: reasonField }),
  output: z.object({ id: z.string() }),
  refusals: ['draft_moved_on', 'decided_before'],
});

export const sendConsoleAnnouncement = contract({
  ...write,
  method: 'POST',
  path: '/operator/api/announcements/{id}/sending/',
  summary: 'Sends the draft that was seen, or asks a second person if it has many recipients; again changes nothing',
  confirmed: true,
  input: z.strictObject({ id, seen: seenField, reason: reasonField }),
  refusals: ['not_found', 'draft_moved_on', 'draft_wrong', 'decided_before', 'approval_waits'],
});

export const stopAnnouncement = contract({
  ...write,
  method: 'POST',
  path: '/operator/api/announcements/{id}/stop/',
  summary: 'Stops the sending: members who were not reached yet get nothing',
  input: z.strictObject({ id, reason: reasonField }),
  refusals: ['not_found', 'decided_before'],
});
