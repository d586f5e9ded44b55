import {
  getCalendar,
  getPost,
  listFeed,
  markRead,
  readCalendar,
  renewCalendar,
  undoMarkRead,
} from '#contracts/feed.ts';
import type { Language } from '#domain/languages.ts';
import { isRefused, refuse } from '#domain/refusals.ts';
import type { Services } from '#server/api/services.ts';
import { type Route, route } from '#server/api/route.ts';
import { calendarAddress, readMemberCalendar, renewMemberCalendar } from './calendar.ts';
import { countUnread, markPostsRead, undoMarkEverythingRead } from './mark-read.ts';
import { findPost, readerOf } from './queries.ts';
import { listPosts } from './list-posts.ts';
import { presentPost, presentWholePost } from './present.ts';

export function feedRoutes(services: Services): Route[] {
  const displayIn = (language: Language) => ({
    now: services.clock.now(),
    language,
    timeZone: services.config.timeZone,
  });
  return [
    route(listFeed, async (input, { session, language }, db) => {
      const reader = readerOf(session.member, services, language);
      const context = { ...services, db };
      const [page, unread] = await Promise.all([listPosts(context, reader, input), countUnread(context, reader)]);
      if (isRefused(page)) return page;
      const display = displayIn(language);
      return { items: page.posts.map((post) => presentPost(post, display)), next: page.next, unread };
    }),
    // Before `getPost`, whose `id` matches any word.
    route(getCalendar, async (_, { session, language }) => ({
      address: calendarAddress(services, session.member.calendarSalt, language),
    })),
    route(renewCalendar, (_, caller) => renewMemberCalendar(services, caller)),
    route(readCalendar, async (input, caller) => {
      const found = await readMemberCalendar(services, input, caller);
      if (isRefused(found)) return found;
      const display = displayIn(caller.language);
      return { items: found.map((post) => presentWholePost(post, display)), next: null };
    }),
    route(getPost, async ({ id }, { session, language }, db) => {
      const found = await findPost({ ...services, db }, readerOf(session.member, services, language), id);
      return found ? presentWholePost(found, displayIn(language)) : refuse('not_found');
    }),
    route(markRead, async (input, { session }) => ({ undo: await markPostsRead(services, session.member, input) })),
    route(undoMarkRead, async (undo, { session }) => {
      await undoMarkEverythingRead(services, session.member, undo);
      return {};
    }),
  ];
}
