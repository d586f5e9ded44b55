import type { Contract } from '../contract.ts';
import * as accruals from './accruals.ts';
import * as approvals from './approvals.ts';
import * as reports from './reports.ts';
import * as session from './session.ts';
import * as staff from './staff.ts';
import * as transactions from './transactions.ts';
import {
  approveOne,
  approveSeveral,
  downloadWithdrawals,
  getConsoleWithdrawal,
  listConsoleWithdrawals,
  rejectOne,
} from './withdrawals.ts';
import { getWork, listWork } from './work.ts';

/** Every call of the console; its OpenAPI document is made from them. */
export const consoleContracts: readonly Contract[] = [
  ...Object.values(session),
  ...Object.values(staff),
  ...[approvals.listApprovals, approvals.decideApproval],
  ...[getWork, listWork],
  ...[listConsoleWithdrawals, getConsoleWithdrawal, approveOne, rejectOne, approveSeveral],
  downloadWithdrawals,
  ...contractsOf(transactions),
  ...contractsOf(accruals),
  ...contractsOf(reports),
];

/** A file of contracts also has lists and types. */
function contractsOf(file: Record<string, unknown>): Contract[] {
  return Object.values(file).filter(isContract);
}

function isContract(value: unknown): value is Contract {
  return typeof value === 'object' && value !== null && 'caller' in value && 'path' in value;
}
