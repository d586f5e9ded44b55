import * as z from 'zod/mini';
import { fault } from '#domain/field-faults.ts';
import { ALERT_KINDS, WEBHOOK_KINDS, WEBHOOK_STATES } from '#domain/staff-alerts.ts';
import { contract } from '../contract.ts';
import { filter, pageOf } from '../fields.ts';
import { listFields, reasonField } from './fields.ts';

const at = z.iso.datetime();

const webhook = z.object({
  id: z.string(),
  kind: z.enum(WEBHOOK_KINDS),
  state: z.enum(WEBHOOK_STATES),
  created_at: at,
  attempts: z.number(),
  /** Null once it is delivered or given up. */
  next_at: z.nullable(at),
  /** Status of the last answer; null without one. */
  status: z.nullable(z.number()),
  /** `timeout` or a code such as ECONNREFUSED. */
  error: z.nullable(z.string()),
});
export type ConsoleWebhook = z.infer<typeof webhook>;

export const getAlertSettings = contract({
  method: 'GET',
  path: '/operator/api/alerts/',
  summary: 'Where webhooks go, and when the latest backup was made',
  caller: 'staff',
  ability: 'alerts.read',
  input: z.strictObject({}),
  output: z.object({
    /** Only its origin: the path may hold a secret. */
    webhook: z.nullable(z.string()),
    backup: z.nullable(at),
  }),
  success: 200,
  refusals: [],
});

export const listWebhooks = contract({
  method: 'GET',
  path: '/operator/api/alerts/webhooks/',
  summary: 'Webhooks of the last 30 days, the newest first',
  caller: 'staff',
  ability: 'alerts.read',
  input: z.strictObject({ state: filter(z.enum(WEBHOOK_STATES, fault('invalid'))), ...listFields(['at']) }),
  output: z.object(pageOf(webhook)),
  success: 200,
  refusals: [],
});

export const testWebhook = contract({
  method: 'POST',
  path: '/operator/api/alerts/test/',
  summary: 'Sends one webhook of the kind `test` at once, without retries; waits at most 10 s for its answer',
  caller: 'staff',
  ability: 'alerts.test',
  input: z.strictObject({ reason: reasonField }),
  output: webhook,
  success: 200,
  refusals: ['not_found'],
});

/** Kinds that I can act on; `is_on`: I get an e-mail. */
const choices = z.object({ items: z.array(z.object({ kind: z.enum(ALERT_KINDS), is_on: z.boolean() })) });

export const listOwnAlerts = contract({
  method: 'GET',
  path: '/operator/api/session/alerts/',
  summary: 'Of what waits I am told by e-mail',
  caller: 'staff',
  input: z.strictObject({}),
  output: choices,
  success: 200,
  refusals: [],
});

export const chooseOwnAlerts = contract({
  method: 'POST',
  path: '/operator/api/session/alerts/',
  summary: 'Chooses what I am told of by e-mail; kinds that I can’t act on are ignored',
  caller: 'staff',
  input: z.strictObject({
    on: z
      .array(z.enum(ALERT_KINDS, fault('invalid')), fault('invalid'))
      .check(z.maxLength(ALERT_KINDS.length, fault('invalid'))),
  }),
  output: choices,
  success: 200,
  refusals: [],
});
