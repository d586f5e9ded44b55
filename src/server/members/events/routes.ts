import * as contracts from '#contracts/events.ts';
import { fileRoute, type Route, route } from '#server/api/route.ts';
import type { Events } from './create-events.ts';

export function eventRoutes(events: Events): Route[] {
  return [
    fileRoute(contracts.listenToEvents, ({ age }, caller) => events.open(caller, age)),
    route(contracts.listRecentEvents, async ({ age }, { session }) => ({
      kinds: await events.recent(session.member.id, age),
    })),
  ];
}
