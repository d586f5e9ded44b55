import * as z from 'zod/mini';
import { fault } from '#domain/field-faults.ts';
import { SUPPORT_ABOUT_PATTERN, SUPPORT_MESSAGE_MAX, SUPPORT_STATES, SUPPORT_TOPICS } from '#domain/support.ts';
import { contract } from './contract.ts';
import { must, pageFields, pageOf, requiredText, text } from './fields.ts';

const SUPPORT_PAGE_MAX = 50;

const supportRequest = z.object({
  id: z.int(),
  number: z.string(),
  topic: z.enum(SUPPORT_TOPICS),
  message: z.string(),
  about: z.nullable(z.object({ kind: z.enum(['transaction', 'withdrawal']), id: z.string() })),
  state: z.enum(SUPPORT_STATES),
  created_at: z.iso.datetime(),
  is_unread: z.boolean(),
  answers: z.array(z.object({ text: z.string(), at: z.iso.datetime() })),
});

export type SupportRequest = z.infer<typeof supportRequest>;

export const listSupport = contract({
  method: 'GET',
  path: '/api/support/',
  summary: 'My requests to support with their answers, newest first',
  caller: 'member',
  input: z.strictObject(pageFields(SUPPORT_PAGE_MAX)),
  output: z.object(pageOf(supportRequest)),
  success: 200,
  refusals: [],
});

export const readSupport = contract({
  method: 'POST',
  path: '/api/support/read/',
  summary: 'Marks requests as read; answers that came after `until` stay unread',
  caller: 'member',
  input: z.strictObject({
    ids: z.array(z.int()).check(z.maxLength(SUPPORT_PAGE_MAX, fault('invalid'))),
    until: z.optional(z.iso.datetime({ error: fault('invalid') }).check(must((time) => time >= '0001', 'invalid'))),
  }),
  output: z.object({}),
  success: 200,
  refusals: [],
});

export const sendSupport = contract({
  method: 'POST',
  path: '/api/support/',
  summary: 'Asks support something; with `send_email` a copy comes by e-mail',
  caller: 'member',
  changes: 'support',
  uid: 'required',
  input: z.strictObject({
    topic: z.enum(SUPPORT_TOPICS, { error: fault('required') }),
    message: requiredText(SUPPORT_MESSAGE_MAX),
    send_email: z.optional(z.boolean({ error: fault('invalid') })),
    about: z.optional(text(64).check(must((value) => value === '' || SUPPORT_ABOUT_PATTERN.test(value), 'invalid'))),
  }),
  output: z.object({ number: z.string() }),
  success: 201,
  refusals: ['too_often'],
});
