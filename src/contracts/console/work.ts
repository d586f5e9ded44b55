import * as z from 'zod/mini';
import { contract } from '../contract.ts';
import { requiredText } from '../fields.ts';

const step = z.object({
  subject: z.string(),
  /** `done`, `waiting` for a second person, or the code of a refusal; nothing while it has not been its turn. */
  outcome: z.nullable(z.string()),
});

const work = z.object({
  id: z.string(),
  action: z.string(),
  reason: z.string(),
  total: z.number(),
  done: z.number(),
  /** Lines that a step of many has done so far; `null` where steps have no lines. */
  lines_done: z.nullable(z.number()),
  started_at: z.iso.datetime(),
  finished_at: z.nullable(z.iso.datetime()),
  /** Every step that was refused, at most 200, and how often each outcome came. */
  failed: z.array(step),
  outcomes: z.record(z.string(), z.number()),
});
export type Work = z.infer<typeof work>;

export const getWork = contract({
  method: 'GET',
  path: '/operator/api/work/{id}/',
  summary: 'How far work on many things has come; it goes on when the page is left',
  caller: 'staff',
  polled: true,
  input: z.strictObject({ id: requiredText(64) }),
  output: work,
  success: 200,
  refusals: ['not_found'],
});

export const listWork = contract({
  method: 'GET',
  path: '/operator/api/work/',
  summary: 'My latest work on many things, at most 20',
  caller: 'staff',
  input: z.strictObject({}),
  output: z.object({ items: z.array(work) }),
  success: 200,
  refusals: [],
});

/** What a call answers that began work on many things. */
export const startedWork = z.object({ work: z.string() });
