import { operationsOf } from '../operations.ts';
import * as accruals from './accruals.ts';
import * as alerts from './alerts.ts';
import * as announcements from './announcements.ts';
import * as approvals from './approvals.ts';
import * as log from './log.ts';
import * as mails from './mails.ts';
import * as memberLists from './member-lists.ts';
import * as members from './members.ts';
import * as overview from './overview.ts';
import * as legal from './legal.ts';
import * as plans from './plans.ts';
import * as posts from './posts.ts';
import * as reports from './reports.ts';
import * as session from './session.ts';
import * as staff from './staff.ts';
import * as support from './support.ts';
import * as transactions from './transactions.ts';
import * as withdrawals from './withdrawals.ts';
import * as work from './work.ts';

export const consoleAreas = [
  { name: 'session', about: 'Sign in to the console, second factor, own sessions.', file: session },
  { name: 'staff', about: 'People who work at the console, and their roles.', file: staff },
  { name: 'overview', about: 'What needs attention, and the money of the last days.', file: overview },
  { name: 'approvals', about: 'Actions that need a second person.', file: approvals },
  { name: 'work', about: 'Long actions and their progress.', file: work },
  { name: 'members', about: 'Members, and changes to their accounts.', file: members },
  { name: 'member-lists', about: 'Ledger, team, security activity and e-mails of one member.', file: memberLists },
  { name: 'support', about: 'Requests of members and answers.', file: support },
  { name: 'mails', about: 'E-mails that wait, failed or were sent.', file: mails },
  { name: 'withdrawals', about: 'Withdrawals of all members.', file: withdrawals },
  { name: 'transactions', about: 'Payments for places of all members.', file: transactions },
  { name: 'accruals', about: 'Earnings: files, drafts and batches.', file: accruals },
  { name: 'reports', about: 'Balances, money by day, comparison with the node.', file: reports },
  { name: 'legal', about: 'Legal documents and their drafts.', file: legal },
  { name: 'plans', about: 'Plans of the boards.', file: plans },
  { name: 'posts', about: 'News and webinars.', file: posts },
  { name: 'alerts', about: 'What staff are told of, and the webhook.', file: alerts },
  { name: 'announcements', about: 'Announcements to members, as notification and e-mail.', file: announcements },
  { name: 'log', about: 'The audit log.', file: log },
] as const;

/** Every call of the console; its OpenAPI document is made from them. */
export const consoleContracts = operationsOf(consoleAreas).map(({ contract }) => contract);
