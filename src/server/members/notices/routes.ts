import * as contracts from '#contracts/notices.ts';
import { isRefused } from '#domain/refusals.ts';
import type { Services } from '#server/api/services.ts';
import { type Route, route } from '#server/api/route.ts';
import { chooseMemberEmails, presentChoices, turnOffMemberEmails } from './choose-emails.ts';
import { findFacts, presentNotice } from './present.ts';
import { listMemberNotices } from './list-notices.ts';
import { markNoticesRead } from './mark-read.ts';

export function noticeRoutes(services: Services): Route[] {
  return [
    route(contracts.listNotices, async (input, { session, language }) => {
      const page = await listMemberNotices(services, session.member.id, input);
      if (isRefused(page)) return page;
      const facts = await findFacts(services, page.rows);
      return { items: page.rows.map((row) => presentNotice(row, facts, language)), next: page.next };
    }),
    route(contracts.readNotices, async (input, { session }) => {
      await markNoticesRead(services, session.member.id, input);
      return {};
    }),
    route(contracts.getEmailChoices, async (_, { session }) => presentChoices(session.member.unwantedMails)),
    route(contracts.chooseEmails, (input, { session }) => chooseMemberEmails(services, session.member.id, input)),
    route(contracts.turnOffEmails, (input, caller) => turnOffMemberEmails(services, input, caller)),
  ];
}
