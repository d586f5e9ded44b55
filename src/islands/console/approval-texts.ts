import { SECOND_REFUSALS } from '#contracts/console/approvals.ts';
import { STAFF_ROLES } from '#domain/staff.ts';
import type { TextKey } from '#i18n/text-keys.ts';
import { SHARED_TEXTS } from './texts.ts';

export const APPROVAL_TEXTS = [
  ...SHARED_TEXTS,
  'console:approvals.title',
  'console:approvals.prepared_by',
  'console:approvals.amount',
  'console:approvals.approve',
  'console:approvals.decline',
  'console:approvals.yours',
  'console:approvals.candidate',
  'console:approvals.command',
  'console:approvals.grants.add',
  'console:approvals.grants.role',
  'console:approvals.grants.enable',
  'console:approvals.grants.invite_again',
  'console:approvals.states.waiting',
  'console:approvals.states.approved',
  'console:approvals.states.declined',
  'console:approvals.approved',
  'console:approvals.declined',
  'console:log.action',
  'console:log.subject',
  'console:log.at',
  'console:log.reason',
  'console:staff.state',
  ...STAFF_ROLES.map((role) => `console:roles.${role}` as const),
  ...SECOND_REFUSALS.map((code) => `refusals:${code}` as const),
] as const satisfies readonly TextKey[];

export type ApprovalText = (typeof APPROVAL_TEXTS)[number];
