import * as z from 'zod/mini';
import { CAREER_STATUSES } from '#domain/career-status.ts';
import { NETWORKS } from '#domain/destination.ts';
import { fault } from '#domain/field-faults.ts';
import { MEMBER_STATES } from '#domain/member-state.ts';
import { WITHDRAWAL_STATES } from '#domain/withdrawal.ts';
import { contract, type OutputOf } from '../contract.ts';
import { filter, pageOf, requiredText, text } from '../fields.ts';
import { listFields, listTotal, REASON_MAX, reasonField } from './fields.ts';
import { startedWork } from './work.ts';

export const RISK_MARKS = [
  'new_destination',
  'shared_destination',
  'first_withdrawal',
  'fresh_password',
  'fresh_email',
  'fresh_pin',
  'large',
  'owner_stopped',
] as const;

const row = z.object({
  id: z.string(),
  username: z.string(),
  amount: z.string(),
  fee: z.string(),
  network: z.enum(NETWORKS),
  destination: z.string(),
  state: z.enum(WITHDRAWAL_STATES),
  requested_at: z.iso.datetime(),
  chain_id: z.nullable(z.string()),
  /** Text for the member if rejected, code of `PAYOUT_FAILURES` if failed, otherwise null. */
  reason: z.nullable(z.string()),
  risks: z.array(z.enum(RISK_MARKS)),
  waits_for_second: z.boolean(),
});
export type ConsoleWithdrawal = z.infer<typeof row>;

const payouts = z.object({ count: z.number(), total: z.string() });

/** Facts to weigh before a payment. Counts and sums are of completed withdrawals. */
const weighing = z.object({
  available: z.string(),
  completed: payouts,
  to_destination: payouts,
  /** Other members who withdrew to this destination, at most three. */
  shared_with: z.array(z.string()),
});
export type Weighing = z.infer<typeof weighing>;

export const weighedWithdrawal = z.extend(row, { weighing });
export type WeighedWithdrawal = z.infer<typeof weighedWithdrawal>;

const decided = z.object({ outcome: z.enum(['done', 'waiting']), withdrawal: row });

export const listConsoleWithdrawals = contract({
  method: 'GET',
  path: '/operator/api/withdrawals/',
  summary: 'Withdrawals of everybody; with the state `requested` what has waited longest first, else the newest',
  caller: 'staff',
  ability: 'withdrawals.read',
  input: z.strictObject({
    state: filter(z.enum(WITHDRAWAL_STATES, fault('invalid'))),
    /** Id, full destination, chain id or prefix of a username. */
    search: filter(text(128)),
    ...listFields(['requested_at', 'amount']),
  }),
  output: z.object({ ...pageOf(row), total: listTotal }),
  success: 200,
  refusals: [],
});

const { cursor: _cursor, limit: _limit, ...filters } = listConsoleWithdrawals.input.shape;

export const downloadWithdrawals = contract({
  method: 'GET',
  path: '/operator/api/files/withdrawals/',
  summary: 'The list of withdrawals as CSV, as it is filtered and sorted, at most 100,000 of them',
  caller: 'staff',
  ability: 'withdrawals.read',
  answers: 'text/csv',
  input: z.strictObject(filters),
  output: z.string(),
  success: 200,
  refusals: [],
});

/** The member who asks for the money. */
const owner = z.object({
  name: z.nullable(z.string()),
  email: z.string(),
  contacts: z.object({ telegram: z.string(), phone: z.string(), other: z.string() }),
  state: z.enum(MEMBER_STATES),
  registered_at: z.iso.datetime(),
  career_status: z.enum(CAREER_STATUSES),
  active: z.boolean(),
  team: z.number(),
  first_line: z.number(),
  inviter: z.nullable(z.string()),
});

const step = z.object({
  state: z.enum(WITHDRAWAL_STATES),
  at: z.iso.datetime(),
  actor: z.string(),
  /** The first of two people; null if one was enough. */
  prepared_by: z.nullable(z.string()),
});

export const getConsoleWithdrawal = contract({
  method: 'GET',
  path: '/operator/api/withdrawals/{id}/',
  summary: 'One withdrawal with all that happened to it',
  caller: 'staff',
  ability: 'withdrawals.read',
  input: z.strictObject({ id: requiredText(64) }),
  output: z.object({
    withdrawal: weighedWithdrawal,
    owner,
    /** Other withdrawals of the member, the latest five. */
    others: z.array(
      z.object({ id: z.string(), amount: z.string(), state: z.enum(WITHDRAWAL_STATES), at: z.iso.datetime() }),
    ),
    steps: z.array(step),
    explorer_url: z.nullable(z.string()),
  }),
  success: 200,
  refusals: ['not_found'],
});
export type WithdrawalCard = OutputOf<typeof getConsoleWithdrawal>;

export const getNodeBalance = contract({
  method: 'GET',
  path: '/operator/api/node-balance/',
  summary: 'Whether the node can pay what waits: its balance is at most 15 s old, and null if it doesn’t tell it',
  caller: 'staff',
  ability: 'withdrawals.read',
  polled: true,
  input: z.strictObject({}),
  /** `waiting`: what arrives if all that are requested, approved or being sent are paid. */
  output: z.object({ available: z.nullable(z.string()), waiting: z.string(), is_enough: z.boolean() }),
  success: 200,
  refusals: [],
});

export const approveOne = contract({
  method: 'POST',
  path: '/operator/api/withdrawals/{id}/approval/',
  summary: 'Lets a withdrawal be sent; a large one then waits for a second person',
  caller: 'staff',
  ability: 'withdrawals.decide',
  confirmed: true,
  input: z.strictObject({ id: requiredText(64), reason: reasonField }),
  output: decided,
  success: 200,
  refusals: ['not_found', 'withdrawal_moved_on', 'decided_before', 'owner_stopped'],
});

export const rejectOne = contract({
  method: 'POST',
  path: '/operator/api/withdrawals/{id}/rejection/',
  summary: 'Gives the money back to the member, who reads `said` as it is written; `reason` is for the log',
  caller: 'staff',
  ability: 'withdrawals.decide',
  confirmed: true,
  input: z.strictObject({ id: requiredText(64), said: requiredText(REASON_MAX), reason: reasonField }),
  output: decided,
  success: 200,
  refusals: ['not_found', 'withdrawal_moved_on'],
});

const MAX_AT_ONCE = 200;

const several = {
  ids: z.array(requiredText(64)).check(
    z.refine((ids) => ids.length > 0, fault('required')),
    z.maxLength(MAX_AT_ONCE, fault('invalid')),
  ),
  reason: reasonField,
};

export const approveSeveral = contract({
  method: 'POST',
  path: '/operator/api/withdrawals/approvals/',
  summary: 'Approves several, each by itself; what can’t be approved is told and holds nobody up',
  caller: 'staff',
  ability: 'withdrawals.decide',
  confirmed: true,
  input: z.strictObject(several),
  output: startedWork,
  success: 202,
  refusals: [],
});

export const rejectSeveral = contract({
  method: 'POST',
  path: '/operator/api/withdrawals/rejections/',
  summary: 'Declines several, each by itself; `said` is for every member, `reason` for the log',
  caller: 'staff',
  ability: 'withdrawals.decide',
  confirmed: true,
  input: z.strictObject({ ...several, said: requiredText(REASON_MAX) }),
  output: startedWork,
  success: 202,
  refusals: [],
});
