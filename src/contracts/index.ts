import { postAccruals } from './accruals.ts';
import * as auth from './auth.ts';
import type { Contract } from './contract.ts';
import * as data from './data.ts';
import * as destinations from './destinations.ts';
import { getDisclosure } from './disclosure.ts';
import * as events from './events.ts';
import * as feed from './feed.ts';
import * as passkeys from './passkeys.ts';
import * as partner from './partner.ts';
import * as finance from './finance.ts';
import * as notices from './notices.ts';
import { getProfile, listRegistrations } from './profile.ts';
import * as photo from './photo.ts';
import * as places from './places.ts';
import { listSupport, readSupport, sendSupport } from './support.ts';
import * as secondFactor from './second-factor.ts';
import * as settings from './settings.ts';
import { getTeamGrowth, getTeamMember, getTeamTotals, listTeam } from './team.ts';
import * as transactions from './transactions.ts';

/** Every call there is: the API serves exactly these, and the OpenAPI document is made from them. */
export const contracts: readonly Contract[] = [
  ...Object.values(auth),
  ...Object.values(partner),
  getDisclosure,
  postAccruals,
  ...[finance.getBalance, finance.listHistory, finance.getStatement, finance.setPin],
  ...[finance.requestWithdrawal, finance.listWithdrawals, finance.getWithdrawal, finance.cancelWithdrawal],
  ...[destinations.getDestinations, destinations.saveDestination, destinations.renameDestination],
  ...[destinations.removeDestination, destinations.switchDestinationWait],
  ...[destinations.stopWithdrawals, destinations.resumeWithdrawals],
  ...[places.getBoard, places.getStructure, places.requestPlace],
  ...[transactions.listTransactions, transactions.getTransaction],
  ...[transactions.cancelTransaction, transactions.recreateTransaction, transactions.nodeEvent],
  ...[feed.listFeed, feed.getCalendar, feed.renewCalendar, feed.readCalendar, feed.getPost],
  ...[feed.markRead, feed.undoMarkRead],
  ...[sendSupport, listSupport, readSupport],
  ...[notices.listNotices, notices.readNotices, notices.getEmailChoices, notices.chooseEmails, notices.turnOffEmails],
  ...[settings.getSettings, settings.saveSettings, settings.confirmEmail, settings.changePassword],
  ...[settings.listSessions, settings.endSessions],
  ...[secondFactor.getSecondFactor, secondFactor.startTotp, secondFactor.readTotpSetup, secondFactor.confirmTotp],
  ...[secondFactor.removeTotp, secondFactor.renewRecoveryCodes, secondFactor.keepFactor],
  ...[passkeys.startPasskey, passkeys.savePasskey, passkeys.removePasskey],
  ...[passkeys.askForPasskey, passkeys.signInByPasskey],
  ...[secondFactor.signInByCode, secondFactor.listSecurityEvents],
  ...Object.values(events),
  ...Object.values(photo),
  ...Object.values(data),
  getProfile,
  listRegistrations,
  listTeam,
  getTeamTotals,
  getTeamGrowth,
  getTeamMember,
];
