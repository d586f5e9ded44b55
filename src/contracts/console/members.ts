import * as z from 'zod/mini';
import { CAREER_STATUSES } from '#domain/career-status.ts';
import { fault } from '#domain/field-faults.ts';
import { MEMBER_STATES } from '#domain/member-state.ts';
import { contract } from '../contract.ts';
import { filter, pageOf, requiredText, text } from '../fields.ts';
import { amountField, destinationField } from '../finance.ts';
import { listFields, listTotal, reasonField } from './fields.ts';
import { memberCard, memberSummary } from './member-card.ts';

const row = z.object(memberSummary);
export type ConsoleMember = z.infer<typeof row>;

export const listConsoleMembers = contract({
  method: 'GET',
  path: '/operator/api/members/',
  summary: 'Members, or with the state `waiting` those who are none yet',
  caller: 'staff',
  ability: 'members.read',
  input: z.strictObject({
    state: filter(z.enum(MEMBER_STATES, fault('invalid'))),
    /** Words of the name in any order, prefix of username or e-mail, contact, ref code, or an id. At most 200. */
    search: filter(text(128)),
    ...listFields(['username', 'registered_at']),
  }),
  output: z.object({ ...pageOf(row), total: listTotal }),
  success: 200,
  refusals: [],
});

const username = requiredText(64);

export const getConsoleMember = contract({
  method: 'GET',
  path: '/operator/api/members/{username}/',
  summary: 'All that is needed to help one member, or somebody who is none yet',
  caller: 'staff',
  ability: 'members.read',
  input: z.strictObject({ username }),
  output: memberCard,
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
  output: memberCard,
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
  output: memberCard,
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
  output: memberCard,
  success: 200,
  refusals: ['not_found'],
});

export const removeMemberFactor = contract({
  method: 'POST',
  path: '/operator/api/members/{username}/second-factor/removal/',
  summary: 'Begins to remove a lost second factor; its owner is told and can stop it until it is due',
  caller: 'staff',
  ability: 'members.change',
  confirmed: true,
  input: z.strictObject({ username, reason: reasonField }),
  output: memberCard,
  success: 200,
  refusals: ['not_found', 'factor_not_on'],
});

export const payOutMember = contract({
  method: 'POST',
  path: '/operator/api/members/{username}/pay-out/',
  summary: 'Withdraws the whole balance of a closed account to an address of its former owner; a person approves it',
  caller: 'staff',
  ability: 'withdrawals.decide',
  confirmed: true,
  /** `amount` is the balance that the caller saw. */
  input: z.strictObject({ username, destination: destinationField, amount: amountField, reason: reasonField }),
  output: memberCard,
  success: 200,
  refusals: ['not_found', 'page_outdated'],
});

export const resumeMemberWithdrawals = contract({
  method: 'POST',
  path: '/operator/api/members/{username}/withdrawals/resumption/',
  summary: 'Lifts a pause of withdrawals that a member set by the link “This wasn’t me”; the member is told',
  caller: 'staff',
  ability: 'members.change',
  confirmed: true,
  input: z.strictObject({ username, reason: reasonField }),
  output: memberCard,
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
  output: memberCard,
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
  output: memberCard,
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
