import type { AstroGlobal } from 'astro';
import { countHand, getTeamGrowth, getTeamTotals, listTeam } from '#contracts/team.ts';
import { firstWeekday } from '#domain/week-start.ts';
import { isoDay } from '#i18n/format.ts';
import { load } from '#islands/shared/load.server.ts';
import { readProfile } from '#islands/shared/read-profile.server.ts';
import { pack, personOf } from './persons.ts';
import { readTeamQuery } from './team-query.ts';
import { findMembers } from './use-members.ts';
import { growthOf } from './use-numbers.ts';

export async function loadTeam(page: AstroGlobal) {
  const { call, language, now, site } = page.locals;
  const query = readTeamQuery(page.url.searchParams);
  const search = findMembers((input) => call(listTeam, input), query);
  const members = search.then(({ answer }) => answer);
  const loaded = await load(page, {
    totals: call(getTeamTotals),
    members,
    me: readProfile(page),
    growth: call(getTeamGrowth),
    hand: call(countHand),
  });
  if (loaded instanceof Response) return loaded;
  const { used, errors } = await search;
  if (Object.keys(errors).length > 0) page.response.status = 422;
  const { items, next } = loaded.members.data;
  const me = loaded.me.data;
  const screen = {
    link: me.partner_link,
    totals: loaded.totals.data,
    growth: growthOf(loaded.growth.data),
    hand: loaded.hand.data.count,
    rows: { persons: items.map((item) => pack(personOf(item, site.timeZone))), next, used, errors },
    query,
    today: isoDay(now, site.timeZone),
    weekStart: firstWeekday(me.week_start, language, site.weekStart),
  };
  return { me, screen };
}
