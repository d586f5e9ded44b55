import * as z from 'zod/mini';
import { fault } from '#domain/field-faults.ts';
import { BATCH_PATTERN, DOCUMENT_MAX, REASON_LABEL_MAX, REASON_LABELS_MAX, REASON_PATTERN } from '#domain/history.ts';
import type { Language } from '#domain/languages.ts';
import { contract } from './contract.ts';
import { must, requiredText, text } from './fields.ts';

const LINES_A_CALL = 500;
const WORD_MAX = 64;

const label = requiredText(REASON_LABEL_MAX).check(must((value) => !/\p{Cc}/u.test(value), 'invalid'));

export const accrualLabels = z
  .record(
    z.string().check(z.regex(REASON_PATTERN, fault('invalid'))),
    z.strictObject(
      {
        ru: label,
        en: z.optional(label),
        de: z.optional(label),
        fr: z.optional(label),
        tamil: z.optional(label),
        hindi: z.optional(label),
      } satisfies Record<Language, unknown>,
      { error: fault('invalid') },
    ),
    { error: fault('invalid') },
  )
  .check(z.refine((labels) => Object.keys(labels).length <= REASON_LABELS_MAX, fault('invalid')));

/** Contents are checked later, against the members, so that one response lists all faults. */
const line = z.strictObject(
  {
    username: text(WORD_MAX),
    amount: text(WORD_MAX),
    reason: text(WORD_MAX),
    source: z.optional(text(WORD_MAX)),
    document: text(DOCUMENT_MAX),
  },
  { error: fault('invalid') },
);

export const postAccruals = contract({
  method: 'POST',
  path: '/api/accruals/',
  summary:
    'Posts a batch of earnings, once: sent again, it says so. A wrong line refuses all, so does a line that another batch or an earlier line has, unless `again`; lines count from 0. `labels` names reasons of this batch, for each language',
  caller: 'operator',
  input: z.strictObject({
    batch: requiredText(WORD_MAX).check(must((value) => value === '' || BATCH_PATTERN.test(value), 'batch_name')),
    labels: z.optional(accrualLabels),
    dry_run: z.optional(z.boolean({ error: fault('invalid') })),
    again: z.optional(z.boolean({ error: fault('invalid') })),
    lines: z
      .array(line, { error: fault('required') })
      .check(z.minLength(1, fault('required')), z.maxLength(LINES_A_CALL, fault('too_many_lines', { max: 500 }))),
  }),
  output: z.object({
    batch: z.string(),
    state: z.enum(['posted', 'posted_before', 'checked']),
    lines: z.number(),
    total: z.string(),
  }),
  success: 200,
  refusals: ['no_session', 'not_found', 'batch_reused', 'accrual_repeated', 'accrual_doubled'],
});
