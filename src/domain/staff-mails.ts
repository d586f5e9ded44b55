import type { ConsolePage } from './console-paths.ts';
import type { StaffRole } from './staff.ts';

export const STAFF_MAILS = {
  approver_asked: 'approvals',
  approver_added: 'staff',
  sign_in_tried: 'account',
  codes_tried: 'account',
} as const satisfies Record<string, ConsolePage>;

export type StaffMail = keyof typeof STAFF_MAILS;

/** `by` is null if a command did it. */
export type AboutApprover = { email: string; role: StaffRole; by: number | null };

export type StaffMailOrder = { staffId: number; mail: StaffMail; about?: AboutApprover };
