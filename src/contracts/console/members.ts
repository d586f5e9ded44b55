import * as z from 'zod/mini';
import { CAREER_STATUSES } from '#domain/career-status.ts';
import { fault } from '#domain/field-faults.ts';
import { LANGUAGES } from '#domain/languages.ts';
import { MAIL_KINDS } from '#domain/mails.ts';
import { MEMBER_STATES } from '#domain/member-state.ts';
import { SUPPORT_STATES, SUPPORT_TOPICS } from '#domain/support.ts';
import { TRANSACTION_STATES } from '#domain/transaction.ts';
import { WITHDRAWAL_STATES } from '#domain/withdrawal.ts';
import { contract } from '../contract.ts';
import { filter, pageOf, requiredText, text } from '../fields.ts';
import { auditValues, listFields, reasonField } from './fields.ts';

const summary = {
  username: z.string(),
  name: z.nullable(z.string()),
  email: z.string(),
  state: z.enum(MEMBER_STATES),
  career_status: z.nullable(z.enum(CAREER_STATUSES)),
  registered_at: z.iso.datetime(),
};
const row = z.object(summary);
export type ConsoleMember = z.infer<typeof row>;

export const listConsoleMembers = contract({
  method: 'GET',
  path: '/operator/api/members/',
  summary: 'Members, or with the state `waiting` those who are none yet',
  caller: 'staff',
  ability: 'members.read',
  input: z.strictObject({
    state: filter(z.enum(MEMBER_STATES, fault('invalid'))),
    /** Prefix of username, e-mail or name word; ref code; withdrawal, transaction or payment id. At most 200. */
    search: filter(text(128)),
    ...listFields(['username', 'registered_at']),
  }),
  output: z.object(pageOf(row)),
  success: 200,
  refusals: [],
});

const at = z.iso.datetime();

/** Lists hold the latest 10; `support` and `mails` are null if the caller may not read them. */
const card = z.object({
  ...summary,
  language: z.enum(LANGUAGES.map(({ segment }) => segment)),
  active: z.boolean(),
  ref_code: z.nullable(z.string()),
  activated_at: z.nullable(at),
  blocked_at: z.nullable(at),
  closed_at: z.nullable(at),
  contacts: z.object({ telegram: z.string(), phone: z.string(), other: z.string() }),
  pin: z.enum(['none', 'set', 'waits', 'closed']),
  withdrawals_stopped_at: z.nullable(at),
  new_email: z.nullable(z.string()),
  waiting_mail: z.nullable(z.enum(MAIL_KINDS)),
  inviter: z.nullable(z.string()),
  /** Nearest first, at most 20; `depth` counts all. */
  above: z.array(z.string()),
  depth: z.number(),
  team: z.object({ whole: z.number(), first_line: z.number(), inactive_first_line: z.number() }),
  balance: z.object({ available: z.string(), held: z.string() }),
  /** All time: earned + paid_in − went_out is the balance, held money included. */
  sums: z.object({ earned: z.string(), paid_in: z.string(), went_out: z.string() }),
  places: z.array(
    z.object({
      id: z.number(),
      plan: z.string(),
      opened_at: at,
      expires_at: z.nullable(at),
      closed_at: z.nullable(at),
    }),
  ),
  sessions: z.array(
    z.object({ id: z.string(), device: z.string(), range: z.string(), started_at: at, last_seen_at: at }),
  ),
  withdrawals: z.array(z.object({ id: z.string(), amount: z.string(), state: z.enum(WITHDRAWAL_STATES), at })),
  transactions: z.array(
    z.object({ id: z.string(), plan: z.string(), price: z.string(), state: z.enum(TRANSACTION_STATES), at }),
  ),
  support: z.nullable(
    z.array(z.object({ number: z.string(), topic: z.enum(SUPPORT_TOPICS), state: z.enum(SUPPORT_STATES), at })),
  ),
  mails: z.nullable(z.array(z.object({ id: z.string(), kind: z.enum(MAIL_KINDS), at, sent_at: z.nullable(at) }))),
  log: z.array(
    z.object({
      number: z.number(),
      at,
      actor: z.string(),
      action: z.string(),
      reason: z.string(),
      before: auditValues,
      after: auditValues,
    }),
  ),
});
export type MemberCard = z.infer<typeof card>;

const username = requiredText(64);

export const getConsoleMember = contract({
  method: 'GET',
  path: '/operator/api/members/{username}/',
  summary: 'All that is needed to help one member, or somebody who is none yet',
  caller: 'staff',
  ability: 'members.read',
  input: z.strictObject({ username }),
  output: card,
  success: 200,
  refusals: ['not_found'],
});

export const changeAccess = contract({
  method: 'POST',
  path: '/operator/api/members/{username}/access/',
  summary: 'Signs a member out everywhere and keeps them out, or lets them in again',
  caller: 'staff',
  ability: 'members.change',
  input: z.strictObject({ username, access: z.enum(['on', 'off'], fault('invalid')), reason: reasonField }),
  output: card,
  success: 200,
  refusals: ['not_found'],
});

export const changeCareerStatus = contract({
  method: 'POST',
  path: '/operator/api/members/{username}/career-status/',
  summary: 'Gives a member a career status',
  caller: 'staff',
  ability: 'members.change',
  input: z.strictObject({ username, career_status: z.enum(CAREER_STATUSES, fault('invalid')), reason: reasonField }),
  output: card,
  success: 200,
  refusals: ['not_found'],
});

export const clearMemberPin = contract({
  method: 'POST',
  path: '/operator/api/members/{username}/pin/removal/',
  summary: 'Takes a forgotten or closed PIN away, so that its owner can set another; withdrawals pause for 72 hours',
  caller: 'staff',
  ability: 'members.change',
  confirmed: true,
  input: z.strictObject({ username, reason: reasonField }),
  output: card,
  success: 200,
  refusals: ['not_found'],
});

export const resumeMemberWithdrawals = contract({
  method: 'POST',
  path: '/operator/api/members/{username}/withdrawals/resumption/',
  summary: 'Lifts a pause of withdrawals that a member set by the link “This wasn’t me”; the member is told',
  caller: 'staff',
  ability: 'members.change',
  confirmed: true,
  input: z.strictObject({ username, reason: reasonField }),
  output: card,
  success: 200,
  refusals: ['not_found'],
});

export const endMemberSessions = contract({
  method: 'POST',
  path: '/operator/api/members/{username}/sessions/end/',
  summary: 'Signs a member out everywhere; they can sign in again',
  caller: 'staff',
  ability: 'members.change',
  input: z.strictObject({ username, reason: reasonField }),
  output: card,
  success: 200,
  refusals: ['not_found'],
});

export const sendWaitingMail = contract({
  method: 'POST',
  path: '/operator/api/members/{username}/waiting-mail/',
  summary: 'Sends the link that somebody waits for again: of their sign-up, or to a new address',
  caller: 'staff',
  ability: 'members.change',
  input: z.strictObject({ username, reason: reasonField }),
  output: card,
  success: 200,
  refusals: ['not_found', 'mail_void'],
});

export const permitExport = contract({
  method: 'POST',
  path: '/operator/api/members/{username}/export/',
  summary: 'Writes down why a member’s data is taken out; it can then be downloaded for ten minutes',
  caller: 'staff',
  ability: 'members.export',
  confirmed: true,
  input: z.strictObject({ username, reason: reasonField }),
  output: z.object({ address: z.string() }),
  success: 200,
  refusals: ['not_found'],
});

export const downloadExport = contract({
  method: 'GET',
  path: '/operator/api/members/{username}/export/',
  summary: 'A member’s data as they get it themselves, for whoever has just written down why',
  caller: 'staff',
  ability: 'members.export',
  confirmed: true,
  answers: 'application/zip',
  input: z.strictObject({ username }),
  output: z.string(),
  success: 200,
  refusals: ['not_found'],
});
