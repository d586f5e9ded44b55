import * as z from 'zod/mini';
import { fault } from '#domain/field-faults.ts';
import { LANGUAGES } from '#domain/languages.ts';
import { SUPPORT_ANSWER_MAX, SUPPORT_STATES, SUPPORT_TOPICS } from '#domain/support.ts';
import { contract } from '../contract.ts';
import { filter, pageOf, requiredText, text, wholeNumber } from '../fields.ts';
import { listFields, listTotal, reasonField } from './fields.ts';

const at = z.iso.datetime();

const summary = {
  number: z.string(),
  username: z.string(),
  topic: z.enum(SUPPORT_TOPICS),
  state: z.enum(SUPPORT_STATES),
  created_at: at,
  answered_at: z.nullable(at),
  assigned_to: z.nullable(z.object({ name: z.string(), is_you: z.boolean() })),
  message: z.string(),
  about: z.nullable(z.object({ kind: z.enum(['transaction', 'withdrawal']), id: z.string() })),
};
const row = z.object(summary);
export type ConsoleSupport = z.infer<typeof row>;

export const listConsoleSupport = contract({
  method: 'GET',
  path: '/operator/api/support/',
  summary: 'Requests of everybody, what has waited longest first; of each message only the beginning',
  caller: 'staff',
  ability: 'support.read',
  input: z.strictObject({
    /** Default: `open`. */
    state: filter(z.enum([...SUPPORT_STATES, 'all'], fault('invalid'))),
    topic: filter(z.enum(SUPPORT_TOPICS, fault('invalid'))),
    assigned: filter(z.enum(['me', 'nobody'], fault('invalid'))),
    /** Number of a request, `@username`, or the beginning of a username. */
    search: filter(text(64)),
    ...listFields(['created_at']),
  }),
  output: z.object({ ...pageOf(row), total: listTotal }),
  success: 200,
  refusals: [],
});

const request = z.object({
  ...summary,
  member: z.object({ name: z.nullable(z.string()), email: z.string(), language: z.string() }),
  answers: z.array(z.object({ text: z.string(), by: z.string(), at })),
  /** Number of the open request after it, or else of the oldest; not of those that others mind. */
  next: z.nullable(z.string()),
});
export type ConsoleSupportRequest = z.infer<typeof request>;

const number = requiredText(16);

export const getConsoleSupport = contract({
  method: 'GET',
  path: '/operator/api/support/{number}/',
  summary: 'One request with its answers',
  caller: 'staff',
  ability: 'support.read',
  input: z.strictObject({ number }),
  output: request,
  success: 200,
  refusals: ['not_found'],
});

export const assignSupport = contract({
  method: 'POST',
  path: '/operator/api/support/{number}/assignment/',
  summary: 'Says that I mind a request, or that nobody does; no reason is asked for',
  caller: 'staff',
  ability: 'support.answer',
  input: z.strictObject({ number, to: z.enum(['me', 'nobody'], fault('invalid')) }),
  output: request,
  success: 200,
  refusals: ['not_found'],
});

export const answerConsoleSupport = contract({
  method: 'POST',
  path: '/operator/api/support/{number}/answers/',
  summary:
    'Answers by e-mail and on the member’s page, unless others have answered whom the writer has not read; the answer is reason enough',
  caller: 'staff',
  ability: 'support.answer',
  input: z.strictObject({
    number,
    text: requiredText(SUPPORT_ANSWER_MAX),
    seen: z.int({ error: fault('required') }).check(z.minimum(0, fault('invalid'))),
  }),
  output: request,
  success: 200,
  refusals: ['not_found', 'answered_meanwhile', 'support_closed'],
});

export const closeConsoleSupport = contract({
  method: 'POST',
  path: '/operator/api/support/{number}/closure/',
  summary: 'Closes a request that needs no answer; closing it again changes nothing',
  caller: 'staff',
  ability: 'support.answer',
  input: z.strictObject({ number, reason: reasonField }),
  output: request,
  success: 200,
  refusals: ['not_found'],
});

const savedAnswer = z.object({
  id: z.number(),
  title: z.string(),
  language: z.enum(LANGUAGES.map(({ segment }) => segment)),
  text: z.string(),
});
export type SavedAnswer = z.infer<typeof savedAnswer>;
const savedAnswers = z.object({ items: z.array(savedAnswer) });

export const listSavedAnswers = contract({
  method: 'GET',
  path: '/operator/api/saved-answers/',
  summary: 'What support often writes, by title; at most 200',
  caller: 'staff',
  ability: 'support.read',
  input: z.strictObject({}),
  output: savedAnswers,
  success: 200,
  refusals: [],
});

const id = wholeNumber(1, 999_999_999);

export const saveAnswer = contract({
  method: 'POST',
  path: '/operator/api/saved-answers/',
  summary: 'Adds a saved answer, or changes the one with this id',
  caller: 'staff',
  ability: 'support.answer',
  input: z.strictObject({
    id: z.optional(id),
    title: requiredText(80),
    language: z.enum(
      LANGUAGES.map(({ segment }) => segment),
      fault('invalid'),
    ),
    text: requiredText(SUPPORT_ANSWER_MAX),
    reason: reasonField,
  }),
  output: savedAnswers,
  success: 200,
  refusals: ['not_found', 'too_large'],
});

export const removeSavedAnswer = contract({
  method: 'POST',
  path: '/operator/api/saved-answers/{id}/removal/',
  summary: 'Removes a saved answer; removing it again changes nothing',
  caller: 'staff',
  ability: 'support.answer',
  input: z.strictObject({ id, reason: reasonField }),
  output: savedAnswers,
  success: 200,
  refusals: [],
});
