import { findAnything as contract } from '#contracts/find.ts';
import type { Services } from '#server/api/services.ts';
import { type Route, route } from '#server/api/route.ts';
import { findAnything } from './find-anything.ts';

export function findRoutes({ clock, config }: Services): Route[] {
  return [
    route(contract, ({ words }, { session, language }, db) =>
      findAnything({ clock, config, db }, session.member.id, words, language),
    ),
  ];
}
