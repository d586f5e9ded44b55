import * as ofAccruals from '#contracts/console/accruals.ts';
import * as ofReports from '#contracts/console/reports.ts';
import * as ofTransactions from '#contracts/console/transactions.ts';
import * as ofWithdrawals from '#contracts/console/withdrawals.ts';
import { ACCRUAL_FILE_MAX_BYTES, ACCRUAL_LINES_MAX } from '#domain/accrual-file.ts';
import { isRefused } from '#domain/refusals.ts';
import type { Services } from '#server/api/services.ts';
import type { StaffCaller } from '#server/api/caller.ts';
import { fileRoute, type Route, route } from '#server/api/route.ts';
import * as batches from './accrual-batches.ts';
import * as drafts from './accrual-drafts.ts';
import * as faults from './draft-faults.ts';
import * as growth from './growth.ts';
import * as lines from './draft-lines.ts';
import { type ActionRequest, runOrRequestApproval } from './approvals.ts';
import { readNodeBalance } from './node-balance.ts';
import * as owed from './owed.ts';
import * as reconciliation from './reconciliation.ts';
import * as reports from './reports.ts';
import * as transactions from './transactions.ts';
import { describeWithdrawal } from './withdrawal-card.ts';
import * as withdrawals from './withdrawals.ts';
import { startWork } from './work.ts';

export function moneyRoutes(services: Services): Route[] {
  return [
    ...withdrawalRoutes(services),
    ...transactionRoutes(services),
    ...accrualRoutes(services),
    ...reportRoutes(services),
  ];
}

function withdrawalRoutes(services: Services): Route[] {
  const decide = async (request: ActionRequest, reason: string, caller: StaffCaller) => {
    const result = await runOrRequestApproval(services, caller, request, reason);
    if (isRefused(result)) return result;
    const withdrawal = await withdrawals.find(services, request.id);
    return isRefused(withdrawal) ? withdrawal : { ...result, withdrawal };
  };
  return [
    route(ofWithdrawals.listConsoleWithdrawals, (input) => withdrawals.list(services, input)),
    fileRoute(ofWithdrawals.downloadWithdrawals, (input, { language }) =>
      withdrawals.writeCsv(services, input, language),
    ),
    route(ofWithdrawals.getConsoleWithdrawal, ({ id }) => describeWithdrawal(services, id)),
    route(ofWithdrawals.getNodeBalance, () => readNodeBalance(services)),
    route(ofWithdrawals.approveOne, ({ id, reason }, caller) =>
      decide({ action: 'withdrawals approve', id }, reason, caller),
    ),
    route(ofWithdrawals.rejectOne, ({ id, said, reason }, caller) =>
      decide({ action: 'withdrawals reject', id, input: { said } }, reason, caller),
    ),
    route(ofWithdrawals.approveSeveral, ({ ids, reason }, caller) =>
      startWork(services, caller, { action: 'withdrawals approve', ids, reason }),
    ),
    route(ofWithdrawals.rejectSeveral, ({ ids, said, reason }, caller) =>
      startWork(services, caller, { action: 'withdrawals reject', ids, input: { said }, reason }),
    ),
  ];
}

function transactionRoutes(services: Services): Route[] {
  const decide = async (
    action: 'transactions settle' | 'transactions refund',
    { id, reason }: { id: string; reason: string },
    caller: StaffCaller,
  ) => {
    const result = await runOrRequestApproval(services, caller, { action, id }, reason);
    if (isRefused(result)) return result;
    const transaction = await transactions.find(services, id);
    return isRefused(transaction) ? transaction : { ...result, transaction };
  };
  return [
    route(ofTransactions.listConsoleTransactions, (input) => transactions.list(services, input)),
    route(ofTransactions.getConsoleTransaction, ({ id }) => transactions.describe(services, id)),
    route(ofTransactions.settleOne, (input, caller) => decide('transactions settle', input, caller)),
    route(ofTransactions.refundOne, (input, caller) => decide('transactions refund', input, caller)),
  ];
}

function accrualRoutes(services: Services): Route[] {
  return [
    route(ofAccruals.askToUploadAccruals, async () => ({
      max_bytes: ACCRUAL_FILE_MAX_BYTES,
      max_lines: ACCRUAL_LINES_MAX,
    })),
    fileRoute(ofAccruals.getAccrualTemplate, (_, { language }) => drafts.template(services, language)),
    route(ofAccruals.uploadAccruals, (input, caller) => drafts.upload(services, input, caller)),
    route(ofAccruals.listAccrualDrafts, (input) => drafts.list(services, input)),
    route(ofAccruals.getAccrualDraft, ({ id }) => drafts.describe(services, id)),
    route(ofAccruals.listDraftFaults, (input, { language }) => faults.listFaults(services, input, language)),
    route(ofAccruals.listDraftLines, (input) => lines.listLines(services, input)),
    route(ofAccruals.getDraftSummary, ({ id }) => drafts.describeSummary(services, id)),
    route(ofAccruals.checkDraftAgain, (input, caller) => drafts.checkAgain(services, input, caller)),
    route(ofAccruals.postDraft, (input, caller) => drafts.post(services, input, caller)),
    route(ofAccruals.discardDraft, (input, caller) => drafts.discard(services, input, caller)),
    route(ofAccruals.listAccrualBatches, (input) => batches.list(services, input)),
    route(ofAccruals.getAccrualBatch, ({ batch }) => batches.describe(services, batch)),
    route(ofAccruals.listBatchLines, (input) => batches.listLines(services, input)),
    route(ofAccruals.reverseBatch, (input, caller) => batches.reverse(services, input, caller)),
  ];
}

function reportRoutes(services: Services): Route[] {
  return [
    route(ofReports.getBalances, () => reports.balances(services)),
    route(ofReports.listOwed, (input) => owed.list(services, input)),
    route(ofReports.getMoneyByDay, (input) => reports.money(services, input)),
    route(ofReports.getGrowth, (input) => growth.growth(services, input)),
    route(ofReports.getReconciliation, (input) => reconciliation.compare(services, input)),
    fileRoute(ofReports.downloadAccounts, (_, { language }) => reports.accountsCsv(services, language)),
    fileRoute(ofReports.downloadBalances, (_, { language }) => reports.balancesCsv(services, language)),
    fileRoute(ofReports.downloadMoneyByDay, (input, { language }) => reports.moneyCsv(services, input, language)),
    fileRoute(ofReports.downloadGrowth, (input, { language }) => growth.growthCsv(services, input, language)),
    fileRoute(ofReports.downloadReconciliation, (input, { language }) =>
      reconciliation.compareCsv(services, input, language),
    ),
  ];
}
