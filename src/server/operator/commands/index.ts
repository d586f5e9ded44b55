import type { Command } from '../command.ts';
import { addMember } from './add-member.ts';
import { applyPlansFile } from './apply-plans.ts';
import { blockMember, unblockMember } from './block-member.ts';
import { clearMemberPin } from './clear-pin.ts';
import { refund, settle } from './decide-transaction.ts';
import { approve, reject } from './decide-withdrawal.ts';
import { importAccruals } from './import-accruals.ts';
import { listMembers } from './list-members.ts';
import { listPlans } from './list-plans.ts';
import { listPosts } from './list-posts.ts';
import { listTransactions } from './list-transactions.ts';
import { listWithdrawals } from './list-withdrawals.ts';
import { listOwed, payFormer } from './pay-former.ts';
import { publishPostFile } from './publish-post.ts';
import { reverseAccruals } from './reverse-accruals.ts';
import { setStatus } from './set-status.ts';
import { listSupport } from './list-support.ts';
import { answer, close } from './decide-support.ts';
import { verifyLedgerCommand } from './verify-ledger.ts';
import { withdrawPublished } from './withdraw-post.ts';

export const commands: readonly Command[] = [
  ...[listMembers, addMember, setStatus, blockMember, unblockMember, clearMemberPin, listOwed, payFormer],
  ...[importAccruals, reverseAccruals],
  ...[listWithdrawals, approve, reject],
  ...[listPlans, applyPlansFile],
  ...[listTransactions, settle, refund],
  ...[listPosts, publishPostFile, withdrawPublished],
  ...[listSupport, answer, close],
  verifyLedgerCommand,
];
