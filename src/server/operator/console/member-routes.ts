import { listMails, sendMailAgain } from '#contracts/console/mails.ts';
import * as ofLists from '#contracts/console/member-lists.ts';
import * as ofMembers from '#contracts/console/members.ts';
import * as ofSupport from '#contracts/console/support.ts';
import type { Services } from '#server/api/services.ts';
import { fileRoute, type Route, route } from '#server/api/route.ts';
import * as mails from './mails.ts';
import * as actions from './member-actions.ts';
import { describe } from './member-card.ts';
import * as ledger from './member-ledger.ts';
import * as security from './member-security.ts';
import * as team from './member-team.ts';
import * as members from './members.ts';
import { listSaved, remove, save } from './saved-answers.ts';
import * as support from './support.ts';

export function memberRoutes(services: Services): Route[] {
  return [
    route(ofMembers.listConsoleMembers, (input) => members.list(services, input)),
    route(ofMembers.getConsoleMember, ({ username }, caller) => describe(services, username, caller)),
    route(ofLists.listMemberLedger, (input, { language }) => ledger.list(services, input, language)),
    fileRoute(ofLists.downloadMemberLedger, (input, { language }) => ledger.writeCsv(services, input, language)),
    route(ofLists.listMemberTeam, (input) => team.list(services, input)),
    route(ofLists.listMemberSecurity, (input, { language }) => security.list(services, input, language)),
    route(ofLists.listMemberMails, (input) => mails.listOfMember(services, input)),
    route(ofMembers.changeAccess, (input, caller) => actions.changeAccess(services, input, caller)),
    route(ofMembers.changeCareerStatus, (input, caller) => actions.changeStatus(services, input, caller)),
    route(ofMembers.clearMemberPin, (input, caller) => actions.removePin(services, input, caller)),
    route(ofMembers.removeMemberFactor, (input, caller) => actions.removeFactor(services, input, caller)),
    route(ofMembers.payOutMember, (input, caller) => actions.payOut(services, input, caller)),
    route(ofMembers.resumeMemberWithdrawals, (input, caller) => actions.resumeWithdrawals(services, input, caller)),
    route(ofMembers.endMemberSessions, (input, caller) => actions.signOut(services, input, caller)),
    route(ofMembers.sendWaitingMail, (input, caller) => actions.sendWaitingMail(services, input, caller)),
    route(ofMembers.permitExport, (input, caller) => actions.permitExport(services, input, caller)),
    fileRoute(ofMembers.downloadExport, (input, caller) => actions.downloadExport(services, input, caller)),
  ];
}

export function supportRoutes(services: Services): Route[] {
  return [
    route(ofSupport.listConsoleSupport, (input, { session }) => support.list(services, input, session.staff.id)),
    route(ofSupport.getConsoleSupport, ({ number }, { session }) =>
      support.describe(services, number, session.staff.id),
    ),
    route(ofSupport.assignSupport, (input, caller) => support.assign(services, input, caller)),
    route(ofSupport.answerConsoleSupport, (input, caller) => support.answer(services, input, caller)),
    route(ofSupport.closeConsoleSupport, (input, caller) => support.close(services, input, caller)),
    route(ofSupport.listSavedAnswers, () => listSaved(services.db)),
    route(ofSupport.saveAnswer, (input, caller) => save(services, input, caller)),
    route(ofSupport.removeSavedAnswer, (input, caller) => remove(services, input, caller)),
  ];
}

export function mailRoutes(services: Services): Route[] {
  return [
    route(listMails, (input) => mails.list(services, input)),
    route(sendMailAgain, (input, caller) => mails.send(services, input, caller)),
  ];
}
