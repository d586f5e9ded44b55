import * as z from 'zod/mini';
import { fault } from '#domain/field-faults.ts';
import { NOTICE_TOPICS } from '#domain/notice-topics.ts';
import { NOTICE_KINDS, NOTICE_ORIGINS, WANTED_EMAILS } from '#domain/notices.ts';
import { contract } from './contract.ts';
import { filter, pageFields, pageOf, text } from './fields.ts';

const NOTICES_PAGE_MAX = 50;
const READ_AT_ONCE_MAX = 100;

const notice = z.object({
  id: z.string(),
  kind: z.enum(NOTICE_KINDS),
  text: z.string(),
  /** `id`: withdrawal or transaction id, number of a support request, username, or address of a link. */
  about: z.nullable(z.object({ kind: z.enum(NOTICE_ORIGINS), id: z.string() })),
  amount: z.nullable(z.string()),
  title: z.nullable(z.string()),
  /** Lines below `text`; only announcements have them. */
  body: z.nullable(z.string()),
  device: z.nullable(z.string()),
  at: z.iso.datetime(),
  is_unread: z.boolean(),
});

export type Notice = z.infer<typeof notice>;

export const listNotices = contract({
  method: 'GET',
  path: '/api/notices/',
  summary: 'What happened with my money and account, newest first',
  caller: 'member',
  input: z.strictObject({
    ...pageFields(NOTICES_PAGE_MAX),
    topic: filter(z.enum(NOTICE_TOPICS, { error: fault('invalid') })),
    unread: filter(z.enum(['yes'], { error: fault('invalid') })),
  }),
  output: z.object(pageOf(notice)),
  success: 200,
  refusals: [],
});

export const readNotices = contract({
  method: 'POST',
  path: '/api/notices/read/',
  summary: 'Marks notices as read, or with `all` all of them',
  caller: 'member',
  changes: 'notices',
  input: z.strictObject({
    ids: z.optional(z.array(text(64)).check(z.maxLength(READ_AT_ONCE_MAX, fault('invalid')))),
    all: z.optional(z.literal(true, fault('invalid'))),
  }),
  output: z.object({}),
  success: 200,
  refusals: [],
});

const unwanted = z.array(z.enum(WANTED_EMAILS, { error: fault('invalid') }));

export const getEmailChoices = contract({
  method: 'GET',
  path: '/api/notices/choices/',
  summary: 'The kinds of notices of which I want no e-mail',
  caller: 'member',
  input: z.strictObject({}),
  output: z.object({ unwanted }),
  success: 200,
  refusals: [],
});

export const chooseEmails = contract({
  method: 'POST',
  path: '/api/notices/choices/',
  summary: 'Chooses of which notices no e-mail is sent; of those about safety one always is',
  caller: 'member',
  input: z.strictObject({ unwanted: unwanted.check(z.maxLength(WANTED_EMAILS.length, fault('invalid'))) }),
  output: z.object({ unwanted }),
  success: 200,
  refusals: [],
});

export const turnOffEmails = contract({
  method: 'POST',
  path: '/api/notices/choices/off/',
  summary: 'Turns off the e-mails of one kind by the link in them, without a session; doing it again changes nothing',
  caller: 'anyone',
  input: z.strictObject({ token: text(200) }),
  output: z.object({}),
  success: 200,
  refusals: ['emails_link_invalid', 'too_often'],
});
