import { agree } from '#contracts/consents.ts';
import { dismissFirstSteps, getFirstSteps, getProfile, listRegistrations } from '#contracts/profile.ts';
import { pageOwner } from '#server/members/auth/index.ts';
import type { Services } from '#server/api/services.ts';
import { type Route, route } from '#server/api/route.ts';
import { agreeToDocuments } from './agree.ts';
import { dismissSteps, readFirstSteps } from './first-steps.ts';
import { presentProfile } from './present.ts';
import { findSurroundings, newestInTeam } from './queries.ts';
import { presentCardTo } from './upline-view.ts';

const REGISTRATIONS_SHOWN = 10;

export function profileRoutes(services: Services): Route[] {
  return [
    route(getProfile, async (_, { session, language }) => {
      const surroundings = await findSurroundings(services, session.member);
      return presentProfile(session.member, surroundings, {
        language,
        publicOrigin: services.config.publicOrigin,
        pageOwner: pageOwner(services, { kind: 'member', id: session.member.id, name: session.member.username }),
      });
    }),
    route(agree, (input, caller) => agreeToDocuments(services, input, caller)),
    route(getFirstSteps, (_, { session }) => readFirstSteps(services, session.member)),
    route(dismissFirstSteps, (_, { session }) => dismissSteps(services, session.member)),
    route(listRegistrations, async (_, { session }, db) => {
      const newest = await newestInTeam(db, session.member.id, REGISTRATIONS_SHOWN);
      return {
        items: newest.map((member) => ({
          ...presentCardTo(session.member.id, member),
          registered_at: member.registeredAt.toISOString(),
          active: member.active,
        })),
        next: null,
      };
    }),
  ];
}
