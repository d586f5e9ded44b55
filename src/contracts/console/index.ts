import type { Contract } from '../contract.ts';
import * as approvals from './approvals.ts';
import { listLog } from './log.ts';
import * as session from './session.ts';
import * as staff from './staff.ts';
import { approveOne, approveSeveral, getConsoleWithdrawal, listConsoleWithdrawals, rejectOne } from './withdrawals.ts';
import { getWork, listWork } from './work.ts';

/** Every call of the console; its OpenAPI document is made from them. */
export const consoleContracts: readonly Contract[] = [
  ...Object.values(session),
  ...Object.values(staff),
  ...[approvals.listApprovals, approvals.decideApproval],
  ...[getWork, listWork],
  listLog,
  ...[listConsoleWithdrawals, getConsoleWithdrawal, approveOne, rejectOne, approveSeveral],
];
