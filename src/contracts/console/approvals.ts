import * as z from 'zod/mini';
import { fault } from '#domain/field-faults.ts';
import { contract } from '../contract.ts';
import { filter, pageFields, pageOf, requiredText } from '../fields.ts';
import { CONSOLE_PAGE_MAX, reasonField } from './fields.ts';

export const APPROVAL_STATES = ['waiting', 'approved', 'declined'] as const;

const approval = z.object({
  id: z.string(),
  /** The words of the command that does the same. */
  action: z.string(),
  subject: z.string(),
  amount: z.string(),
  reason: z.string(),
  prepared_by: z.string(),
  prepared_at: z.iso.datetime(),
  state: z.enum(APPROVAL_STATES),
  decided_by: z.nullable(z.string()),
  decided_at: z.nullable(z.iso.datetime()),
  /** Whether I prepared it, so that somebody else must decide. */
  is_yours: z.boolean(),
});
export type Approval = z.infer<typeof approval>;

export const listApprovals = contract({
  method: 'GET',
  path: '/operator/api/approvals/',
  summary: 'What was prepared above the amount from which a second person decides, the oldest that waits first',
  caller: 'staff',
  ability: 'withdrawals.read',
  input: z.strictObject({ state: filter(z.enum(APPROVAL_STATES, fault('invalid'))), ...pageFields(CONSOLE_PAGE_MAX) }),
  output: z.object(pageOf(approval)),
  success: 200,
  refusals: [],
});

export const decideApproval = contract({
  method: 'POST',
  path: '/operator/api/approvals/{id}/decision/',
  summary: 'Does what somebody else prepared, or declines it',
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
    ...(['not_found', 'prepared_by_you', 'decided_before', 'withdrawal_moved_on', 'transaction_moved_on'] as const),
    'owner_stopped',
  ],
});
