import * as contracts from '#contracts/support.ts';
import type { SupportRequest } from '#contracts/support.ts';
import { isRefused } from '#domain/refusals.ts';
import { readSupportAbout, supportNumber } from '#domain/support.ts';
import type { Services } from '#server/api/services.ts';
import { idempotentRoute, type Route, route } from '#server/api/route.ts';
import { isUnread, markSupportSeen } from './mark-seen.ts';
import { type AnsweredSupport, listMemberSupport } from './queries.ts';
import { sendMemberSupport } from './send-support.ts';

export function supportRoutes(services: Services): Route[] {
  return [
    route(contracts.listSupport, async (input, { session: { member } }) => {
      const page = await listMemberSupport(services, member.id, input);
      if (isRefused(page)) return page;
      return { items: page.rows.map(presentSupport), next: page.next };
    }),
    route(contracts.readSupport, async (input, { session }) => {
      await markSupportSeen(services, session.member.id, input);
      return {};
    }),
    idempotentRoute(contracts.sendSupport, async (tx, input, caller) => {
      const row = await sendMemberSupport(tx, services, input, caller);
      return isRefused(row) ? row : { number: supportNumber(row.id) };
    }),
  ];
}

function presentSupport(row: AnsweredSupport): SupportRequest {
  return {
    id: row.id,
    number: supportNumber(row.id),
    topic: row.topic,
    message: row.message,
    about: readSupportAbout(row.about ?? '') ?? null,
    state: row.state,
    created_at: row.createdAt.toISOString(),
    is_unread: isUnread(row),
    answers: row.answers.map(({ text, at }) => ({ text, at: at.toISOString() })),
  };
}
