import type { Command } from '../command.ts';
import { blockMember, unblockMember } from './block-member.ts';
import { clearMemberPin } from './clear-pin.ts';
import { approve, reject } from './decide-withdrawal.ts';
import { importAccruals } from './import-accruals.ts';
import { listMembers } from './list-members.ts';
import { listWithdrawals } from './list-withdrawals.ts';
import { reverseAccruals } from './reverse-accruals.ts';
import { setStatus } from './set-status.ts';
import { verifyLedgerCommand } from './verify-ledger.ts';

export const commands: readonly Command[] = [
  ...[listMembers, setStatus, blockMember, unblockMember, clearMemberPin],
  ...[importAccruals, reverseAccruals],
  ...[listWithdrawals, approve, reject],
  verifyLedgerCommand,
];
