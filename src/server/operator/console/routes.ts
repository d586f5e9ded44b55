import { decideApproval, listApprovals } from '#contracts/console/approvals.ts';
import * as ofAnnouncements from '#contracts/console/announcements.ts';
import * as ofLegal from '#contracts/console/legal.ts';
import * as ofPlans from '#contracts/console/plans.ts';
import * as ofPosts from '#contracts/console/posts.ts';
import { NEW_ANNOUNCEMENT } from '#domain/announcements.ts';
import { listLog } from '#contracts/console/log.ts';
import { plansExample } from '#server/operator/seed/index.ts';
import {
  getNodeHealth,
  getOverview,
  getWaitingCounts,
  listenToWaiting,
  listWaiting,
  markSetup,
} from '#contracts/console/overview.ts';
import { getWork, listWork } from '#contracts/console/work.ts';
import type { Services } from '#server/api/services.ts';
import { fileRoute, type Route, route } from '#server/api/route.ts';
import type { Events } from '#server/members/events/index.ts';
import { alertRoutes } from './alerts.ts';
import { moneyRoutes } from './money-routes.ts';
import * as announcementList from './announcement-list.ts';
import * as announcements from './announcements.ts';
import * as approvals from './approvals.ts';
import * as legal from './legal.ts';
import * as plans from './plans.ts';
import { list as listPosts } from './post-list.ts';
import * as posts from './posts.ts';
import * as log from './log.ts';
import * as overview from './overview.ts';
import { mark as markStep, readSetup } from './setup.ts';
import { mailRoutes, memberRoutes, supportRoutes } from './member-routes.ts';
import { peopleRoutes } from './staff-routes.ts';
import { countWaiting, countsFor } from './waiting-counts.ts';
import { waitingStreams } from './waiting-streams.ts';
import * as work from './work.ts';

export function consoleRoutes(services: Services, events: Events): Route[] {
  const streams = waitingStreams(services, events);
  return [
    route(listApprovals, (input, { session }) => approvals.list(services, input, session.staff)),
    route(decideApproval, (input, caller) => approvals.decide(services, input, caller)),
    route(getWork, ({ id }, { session }) => work.readWork(services, id, session.staff.id)),
    route(listWork, (_, { session }) => work.latestWork(services, session.staff.id)),
    route(getOverview, async (_, { session }) => {
      const [read, setup] = await Promise.all([overview.read(services), readSetup(services, session.staff)]);
      return { ...read, setup };
    }),
    route(markSetup, (input, caller) => markStep(services, input, caller)),
    route(listWaiting, (_, { session }) => overview.readWaiting(services, session.staff.role)),
    route(getWaitingCounts, async (_, { session }) => countsFor(session.staff.role, await countWaiting(services.db))),
    fileRoute(listenToWaiting, (_, { session }) => streams.open(session)),
    route(getNodeHealth, () => overview.readNodeHealth(services)),
    route(listLog, (input) => log.list(services, input)),
    ...peopleRoutes(services),
    ...memberRoutes(services),
    ...supportRoutes(services),
    ...mailRoutes(services),
    ...alertRoutes(services),
    ...planRoutes(services),
    ...postRoutes(services),
    ...announcementRoutes(services),
    ...legalRoutes(services),
    ...moneyRoutes(services),
  ];
}

function planRoutes(services: Services): Route[] {
  return [
    route(ofPlans.listConsolePlans, (_, { language }) => plans.list(services, language)),
    route(ofPlans.getPlanDraft, (_, { language }) => plans.describeDraft(services, language)),
    route(ofPlans.getPlansExample, async () => ({ file: plansExample(services.config.languages) })),
    fileRoute(ofPlans.getPlansSchema, () => plans.schema(services)),
    route(ofPlans.savePlanDraft, (input, caller) => plans.save(services, input, caller)),
    route(ofPlans.discardPlanDraft, (input, caller) => plans.discard(services, input, caller)),
    route(ofPlans.applyPlanDraft, (input, caller) => plans.apply(services, input, caller)),
  ];
}

function postRoutes(services: Services): Route[] {
  return [
    route(ofPosts.listConsolePosts, (input) => listPosts(services, input)),
    route(ofPosts.beginPost, (input, caller) => posts.begin(services, input, caller)),
    route(ofPosts.previewPost, (input, { language }) => Promise.resolve(posts.preview(input, language))),
    route(ofPosts.getConsolePost, ({ slug }, { language }) => posts.describe(services, slug, language)),
    route(ofPosts.savePostDraft, (input, caller) => posts.save(services, input, caller)),
    route(ofPosts.discardPostDraft, (input, caller) => posts.discard(services, input, caller)),
    route(ofPosts.publishPostDraft, (input, caller) => posts.publish(services, input, caller)),
    route(ofPosts.withdrawConsolePost, (input, caller) => posts.withdraw(services, input, caller)),
    route(ofPosts.pinConsolePost, (input, caller) => posts.pin(services, input, caller)),
  ];
}

function announcementRoutes(services: Services): Route[] {
  return [
    route(ofAnnouncements.listAnnouncements, (input) => announcementList.list(services, input)),
    route(ofAnnouncements.getAnnouncement, ({ id }, caller) =>
      id === NEW_ANNOUNCEMENT ? announcementList.begin(services, caller) : announcementList.describe(services, id),
    ),
    route(ofAnnouncements.saveAnnouncement, (input, caller) => announcements.save(services, input, caller)),
    route(ofAnnouncements.discardAnnouncement, (input, caller) => announcements.discard(services, input, caller)),
    route(ofAnnouncements.sendConsoleAnnouncement, (input, caller) => announcements.send(services, input, caller)),
    route(ofAnnouncements.stopAnnouncement, (input, caller) => announcements.stop(services, input, caller)),
  ];
}

function legalRoutes(services: Services): Route[] {
  return [
    route(ofLegal.listConsoleLegal, () => legal.list(services)),
    route(ofLegal.getLegalDraft, ({ document }, { language }) => legal.describe(services, document, language)),
    route(ofLegal.saveLegalDraft, (input, caller) => legal.save(services, input, caller)),
    route(ofLegal.discardLegalDraft, (input, caller) => legal.discard(services, input, caller)),
    route(ofLegal.publishLegalDraft, (input, caller) => legal.publish(services, input, caller)),
  ];
}
