import * as z from 'zod/mini';
import { fault } from '#domain/field-faults.ts';
import { contract } from '../contract.ts';
import { filter, pageOf, text, wholeNumber } from '../fields.ts';
import { auditValues, CONSOLE_PAGE_MAX, listTotal } from './fields.ts';

const day = z.iso.date({ error: fault('date_invalid') });

const entry = z.object({
  number: z.number(),
  at: z.iso.datetime(),
  /** `staff:<id>` or `operator:<name>`; `name` is null for commands. */
  actor: z.string(),
  name: z.nullable(z.string()),
  action: z.string(),
  subject: z.string(),
  reason: z.string(),
  before: auditValues,
  after: auditValues,
  address: z.string(),
});
export type LogEntry = z.infer<typeof entry>;

export const listLog = contract({
  method: 'GET',
  path: '/operator/api/log/',
  summary:
    'What was done at the console and by commands, the newest first. A search for a common word goes back a part of the log at a time: a page may be empty and have a next one',
  caller: 'staff',
  ability: 'log.read',
  input: z.strictObject({
    /** Prefixes of words in the reason, actor, action or subject. */
    search: filter(text(128)),
    action: filter(text(64)),
    subject: filter(text(200)),
    /** Days in the platform's time zone. */
    from: filter(day),
    to: filter(day),
    cursor: filter(wholeNumber(1, 999_999_999)),
    limit: filter(wholeNumber(1, CONSOLE_PAGE_MAX)),
  }),
  /** `total` is null for a search: it reads only a part of the log. */
  output: z.object({ ...pageOf(entry), total: z.nullable(listTotal) }),
  success: 200,
  refusals: [],
});
