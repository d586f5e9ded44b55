import type { Command } from '#server/operator/cli/command.ts';
import { completionCommand } from './completion.ts';
import { helpCommand } from './help.ts';
import { init } from './init/init.ts';
import { listAlertWebhooks, testAlerts } from './alerts.ts';
import { addMember } from './add-member.ts';
import { importMembersFile } from './import-members.ts';
import { applyPlansFile, listPlans, writePlansSchema, writePlansTemplate } from './plans.ts';
import {
  blockMemberCommand,
  clearMemberPin,
  endMemberSessions,
  exportMemberData,
  listMembers,
  removeSecondFactor,
  resumeWithdrawals,
  sendMemberLink,
  setStatus,
  unblockMemberCommand,
} from './members.ts';
import { listTransactions, refund, settle } from './transactions.ts';
import { approve, listWithdrawals, reject } from './withdrawals.ts';
import { takeMigrationBack } from './migrations.ts';
import { importAccruals, reverseAccruals } from './accruals.ts';
import { listPosts, pinPublished, publishPostFile, unpinPublished, withdrawPublished } from './posts.ts';
import { listAnnouncements, sendAnnouncementCommand, stopAnnouncementCommand } from './announcements.ts';
import { publishLegalFile, writeLegalTemplate } from './legal.ts';
import { listEmails } from './member-emails.ts';
import { listOwed, payFormer } from './pay-former.ts';
import { addStaff, disableStaff, enableStaff, inviteStaffAgain, listStaff, setStaffRole } from './staff.ts';
import { answer, close, listSupport } from './support.ts';
import { writeAccrualTemplate, writeMemberTemplate } from './templates.ts';
import { sendMailAgain } from './mails.ts';
import { keysStatus } from './keys.ts';
import { backup } from './backup.ts';
import { verifyBackup } from './verify-backup.ts';
import { restore } from './restore.ts';
import { move } from './move.ts';
import { verifyLedgerCommand } from './verify-ledger.ts';
import { verifySealsCommand } from './verify-seals.ts';
import { verifyPlacesCommand } from './verify-places.ts';
import { listLog } from './log.ts';

export const commands: readonly Command[] = [
  ...[
    listMembers,
    addMember,
    importMembersFile,
    writeMemberTemplate,
    setStatus,
    blockMemberCommand,
    unblockMemberCommand,
    clearMemberPin,
    resumeWithdrawals,
    endMemberSessions,
    sendMemberLink,
    exportMemberData,
    removeSecondFactor,
    listEmails,
    listOwed,
    payFormer,
  ],
  ...[importAccruals, writeAccrualTemplate, reverseAccruals],
  ...[listWithdrawals, approve, reject],
  ...[listPlans, writePlansTemplate, writePlansSchema, applyPlansFile],
  ...[listTransactions, settle, refund],
  ...[listPosts, publishPostFile, withdrawPublished, pinPublished, unpinPublished],
  ...[listAnnouncements, sendAnnouncementCommand, stopAnnouncementCommand],
  ...[publishLegalFile, writeLegalTemplate],
  ...[listSupport, answer, close],
  ...[sendMailAgain],
  ...[listAlertWebhooks, testAlerts],
  ...[listStaff, addStaff, inviteStaffAgain, setStaffRole, disableStaff, enableStaff],
  ...[listLog, verifyLedgerCommand, verifyPlacesCommand, verifySealsCommand, keysStatus, takeMigrationBack],
  ...[verifyBackup, backup, restore, move],
  ...[init, helpCommand(() => commands), completionCommand(() => commands)],
];
