import type { Contract } from '../contract.ts';
import * as approvals from './approvals.ts';
import * as plans from './plans.ts';
import * as posts from './posts.ts';
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
  ...[plans.listConsolePlans, plans.getPlanDraft, plans.savePlanDraft, plans.discardPlanDraft, plans.applyPlanDraft],
  ...[posts.listConsolePosts, posts.getConsolePost, posts.beginPost, posts.previewPost],
  ...[posts.savePostDraft, posts.discardPostDraft, posts.publishPostDraft],
  ...[posts.withdrawConsolePost, posts.pinConsolePost],
  ...[listConsoleWithdrawals, getConsoleWithdrawal, approveOne, rejectOne, approveSeveral],
];
