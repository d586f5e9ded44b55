import * as z from 'zod/mini';
import { contract } from '../contract.ts';
import { requiredText } from '../fields.ts';

const step = z.object({
  subject: z.string(),
  /** `done`, `waiting` or a refusal code, which may be followed by its subject; null before its turn. */
  outcome: z.nullable(z.string()),
});

const work = z.object({
  id: z.string(),
  action: z.string(),
  reason: z.string(),
  total: z.number(),
  done: z.number(),
  lines_done: z.nullable(z.number()),
  started_at: z.iso.datetime(),
  finished_at: z.nullable(z.iso.datetime()),
  /** Refused steps, at most 200; `outcomes` counts all steps. */
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

export const startedWork = z.object({ work: z.string() });
