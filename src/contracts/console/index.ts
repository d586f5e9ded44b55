import type { Contract } from '../contract.ts';
import * as approvals from './approvals.ts';
import { listMails, sendMailAgain } from './mails.ts';
import * as members from './members.ts';
import * as session from './session.ts';
import * as staff from './staff.ts';
import * as support from './support.ts';
import { approveOne, approveSeveral, getConsoleWithdrawal, listConsoleWithdrawals, rejectOne } from './withdrawals.ts';
import { getWork, listWork } from './work.ts';

/** Every call of the console; its OpenAPI document is made from them. */
export const consoleContracts: readonly Contract[] = [
  ...Object.values(session),
  ...Object.values(staff),
  ...[approvals.listApprovals, approvals.decideApproval],
  ...[getWork, listWork],
  ...Object.values(members),
  ...Object.values(support),
  ...[listMails, sendMailAgain],
  ...[listConsoleWithdrawals, getConsoleWithdrawal, approveOne, rejectOne, approveSeveral],
];
