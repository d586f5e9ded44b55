import * as z from 'zod/mini';
import { fault } from '#domain/field-faults.ts';
import { MAIL_KINDS } from '#domain/mails.ts';
import { contract } from '../contract.ts';
import { filter, pageOf, requiredText } from '../fields.ts';
import { listFields, listTotal, reasonField } from './fields.ts';

/** As a filter, `waiting` includes `failed`. */
export const MAIL_STATES = ['waiting', 'failed', 'sent'] as const;

const at = z.iso.datetime();

export const consoleMail = z.object({
  id: z.string(),
  kind: z.enum(MAIL_KINDS),
  username: z.string(),
  email: z.string(),
  state: z.enum(MAIL_STATES),
  created_at: at,
  sent_at: z.nullable(at),
  attempts: z.number(),
  /** Null after the last attempt and once it is sent. */
  next_at: z.nullable(at),
  error: z.nullable(z.string()),
});
export type ConsoleMail = z.infer<typeof consoleMail>;

export const listMails = contract({
  method: 'GET',
  path: '/operator/api/mails/',
  summary: 'E-mails that wait, the oldest first, that failed, or that were sent, the newest first',
  caller: 'staff',
  ability: 'mails.read',
  input: z.strictObject({ state: filter(z.enum(MAIL_STATES, fault('invalid'))), ...listFields(['at']) }),
  output: z.object({ ...pageOf(consoleMail), total: listTotal }),
  success: 200,
  refusals: [],
});

export const sendMailAgain = contract({
  method: 'POST',
  path: '/operator/api/mails/{id}/sending/',
  summary: 'Sends a waiting e-mail now; with `even_if_sent` one that was sent once more',
  caller: 'staff',
  ability: 'mails.send',
  input: z.strictObject({
    id: requiredText(64),
    even_if_sent: z.optional(z.boolean({ error: fault('invalid') })),
    reason: reasonField,
  }),
  output: consoleMail,
  success: 200,
  refusals: ['not_found', 'mail_sent', 'mail_void'],
});
