import type { Command } from '../command.ts';
import { completionOf } from './completion.ts';
import { helpOn } from './help.ts';
import { init } from './init/init.ts';
import { addMember } from './add-member.ts';
import { importMembersFile } from './import-members.ts';
import { applyPlansFile, listPlans } from './plans.ts';
import { blockMember, clearMemberPin, listMembers, removeSecondFactor, setStatus, unblockMember } from './members.ts';
import { listTransactions, refund, settle } from './transactions.ts';
import { approve, listWithdrawals, reject } from './withdrawals.ts';
import { takeMigrationBack } from './migrations.ts';
import { importAccruals, reverseAccruals } from './accruals.ts';
import { listPosts, publishPostFile, withdrawPublished } from './posts.ts';
import { listOwed, payFormer } from './pay-former.ts';
import { answer, close, listSupport } from './support.ts';
import { keysStatus } from './keys.ts';
import { backup } from './backup.ts';
import { restore } from './restore.ts';
import { move } from './move.ts';
import { verifyLedgerCommand } from './verify-ledger.ts';

export const commands: readonly Command[] = [
  ...[
    listMembers,
    addMember,
    importMembersFile,
    setStatus,
    blockMember,
    unblockMember,
    clearMemberPin,
    removeSecondFactor,
    listOwed,
    payFormer,
  ],
  ...[importAccruals, reverseAccruals],
  ...[listWithdrawals, approve, reject],
  ...[listPlans, applyPlansFile],
  ...[listTransactions, settle, refund],
  ...[listPosts, publishPostFile, withdrawPublished],
  ...[listSupport, answer, close],
  ...[verifyLedgerCommand, keysStatus, takeMigrationBack],
  ...[backup, restore, move],
  ...[init, helpOn(() => commands), completionOf(() => commands)],
];
