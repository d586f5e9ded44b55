import * as z from 'zod/mini';
import { fault } from '#domain/field-faults.ts';
import { GRANT_ACTIONS } from '#domain/four-eyes.ts';
import { STAFF_ROLES } from '#domain/staff.ts';
import { contract } from '../contract.ts';
import { filter, pageFields, pageOf, requiredText } from '../fields.ts';
import { consoleAnnouncement } from './announcements.ts';
import { accrualBatch, accrualDraft, accrualSummary, batchLine } from './accruals.ts';
import { CONSOLE_PAGE_MAX, listTotal, reasonField } from './fields.ts';
import { consoleTransaction } from './transactions.ts';
import { weighedWithdrawal } from './withdrawals.ts';

export const APPROVAL_STATES = ['waiting', 'approved', 'declined'] as const;

const SECOND_REFUSALS = [
  ...(['prepared_by_you', 'not_able', 'new_approver', 'not_yourself', 'related_access'] as const),
];

/** `by` is null if a command gave the access. */
const grant = z.object({
  action: z.enum(GRANT_ACTIONS),
  by: z.nullable(z.string()),
  at: z.iso.datetime(),
});
export type ShownGrant = z.infer<typeof grant>;

/** The subject; null for staff, shown by `candidate`, and for readers without the ability. */
const about = z.nullable(
  z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('withdrawal'), withdrawal: weighedWithdrawal }),
    z.object({ kind: z.literal('transaction'), transaction: consoleTransaction }),
    z.object({ kind: z.literal('accruals'), draft: accrualDraft, summary: accrualSummary }),
    z.object({ kind: z.literal('reversal'), batch: accrualBatch, line: z.nullable(batchLine) }),
    z.object({ kind: z.literal('announcement'), announcement: consoleAnnouncement }),
  ]),
);

const approval = z.object({
  id: z.string(),
  action: z.string(),
  subject: z.string(),
  about,
  /** Null if no money moves. */
  amount: z.nullable(z.string()),
  reason: z.string(),
  prepared_by: z.string(),
  preparer_access: z.array(grant),
  candidate: z.nullable(
    z.object({
      name: z.string(),
      role: z.enum(STAFF_ROLES),
      was: z.nullable(z.enum(STAFF_ROLES)),
      access: z.array(grant),
    }),
  ),
  prepared_at: z.iso.datetime(),
  state: z.enum(APPROVAL_STATES),
  decided_by: z.nullable(z.string()),
  decided_at: z.nullable(z.iso.datetime()),
  is_yours: z.boolean(),
  refusal: z.nullable(z.enum(SECOND_REFUSALS)),
});
export type Approval = z.infer<typeof approval>;

export const listApprovals = contract({
  method: 'GET',
  path: '/operator/api/approvals/',
  summary:
    'What a second person has to approve: large amounts, announcements to many and new approvers; the oldest first',
  caller: 'staff',
  ability: 'withdrawals.read',
  input: z.strictObject({ state: filter(z.enum(APPROVAL_STATES, fault('invalid'))), ...pageFields(CONSOLE_PAGE_MAX) }),
  output: z.object({ ...pageOf(approval), total: listTotal }),
  success: 200,
  refusals: [],
});

export const decideApproval = contract({
  method: 'POST',
  path: '/operator/api/approvals/{id}/decision/',
  summary: 'Does what another person prepared, or declines it',
  caller: 'staff',
  ability: 'approvals.decide',
  confirmed: true,
  input: z.strictObject({
    id: requiredText(64),
    decision: z.enum(['approve', 'decline'], fault('invalid')),
    reason: reasonField,
  }),
  output: approval,
  success: 200,
  refusals: [
    ...(['not_found', 'decided_before', 'withdrawal_moved_on', 'transaction_moved_on', 'staff_moved_on'] as const),
    ...(['owner_stopped', 'last_owner', 'draft_wrong'] as const),
    ...SECOND_REFUSALS.filter((code) => code !== 'not_able'),
  ],
});
