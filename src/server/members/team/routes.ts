import {
  countHand,
  getTeamFile,
  getTeamGrowth,
  getTeamMember,
  getTeamTotals,
  listHand,
  listLine,
  listTeam,
  snoozeHand,
} from '#contracts/team.ts';
import { isRefused, refuse } from '#domain/refusals.ts';
import { firstWeekday } from '#domain/week-start.ts';
import type { Services } from '#server/api/services.ts';
import { fileRoute, type Route, route } from '#server/api/route.ts';
import { findTeamMember } from './find-team-member.ts';
import { teamGrowth, teamTotals } from './totals.ts';
import { countFirstLineHand, listFirstLineHand } from './list-hand.ts';
import { listLineOf } from './list-line.ts';
import { listTeamMembers } from './list-team.ts';
import { presentLine, presentRow, presentTeamMember } from './present.ts';
import { snoozeFirstLineHand } from './snooze-hand.ts';
import { writeTeamFile } from './write-team-file.ts';

const GROWTH_DAYS = 30;

export function teamRoutes(services: Services): Route[] {
  return [
    route(listTeam, async (filter, { session }, db) => {
      const page = await listTeamMembers({ db }, session.member.id, filter);
      return isRefused(page) ? page : { items: page.rows.map(presentRow), next: page.next };
    }),
    route(listLine, async (input, { session }, db) => {
      const line = await listLineOf({ db }, session.member.id, input);
      return isRefused(line) ? line : presentLine(line);
    }),
    fileRoute(getTeamFile, (filter, caller) => writeTeamFile(services, filter, caller)),
    route(getTeamTotals, (_, { session: { member }, language }, db) =>
      teamTotals({ ...services, db }, member.id, firstWeekday(member.weekStart, language, services.config.weekStart)),
    ),
    route(getTeamGrowth, async ({ days = GROWTH_DAYS }, { session }, db) => ({
      items: await teamGrowth({ ...services, db }, session.member.id, days),
      next: null,
    })),
    route(listHand, (input, { session }, db) => listFirstLineHand({ ...services, db }, session.member, input)),
    route(countHand, (_, { session }, db) => countFirstLineHand({ ...services, db }, session.member)),
    route(snoozeHand, (input, { session }) => snoozeFirstLineHand(services, session.member, input)),
    // Last: the words of the calls above take precedence over usernames.
    route(getTeamMember, async ({ username }, { session }, db) => {
      const teamMember = await findTeamMember(db, session.member.id, username);
      return teamMember ? presentTeamMember(teamMember, session.member.id) : refuse('not_found');
    }),
  ];
}
