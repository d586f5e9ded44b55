import { eq } from 'drizzle-orm';
import { chooseOwnAlerts, listOwnAlerts } from '#contracts/console/alerts.ts';
import * as contracts from '#contracts/console/session.ts';
import { isRefused, refuse, refuseField } from '#domain/refusals.ts';
import { ROLES, STAFF_CONFIRMED_SECONDS, STAFF_SESSION_SECONDS } from '#domain/staff.ts';
import { pageOwner } from '#server/members/auth/index.ts';
import { addSeconds } from '#server/base/clock.ts';
import { staff, staffSessions } from '#server/db/schema/index.ts';
import type { Services } from '#server/api/services.ts';
import type { StaffSession } from '#server/api/caller.ts';
import { tryCode } from '#server/api/code-tries.ts';
import { type Route, route } from '#server/api/route.ts';
import { shownEmail } from '#server/base/shown-email.ts';
import { chooseAlerts, presentChoices } from './alert-choices.ts';
import { changePassword } from './change-password.ts';
import { endForCodes } from './failures.ts';
import { describeInvitation, useInvitation } from './invitation.ts';
import { endOwnOthers, listOwnSessions } from './own-sessions.ts';
import {
  addPasskey,
  isValidProof,
  listOwnPasskeys,
  removePasskey,
  requestCreation,
  requestForAnyone,
  requestForPerson,
  signInByPasskey,
} from './passkeys.ts';
import { signInByPassword, takeCode } from './sign-in.ts';

export function staffRoutes(services: Services): Route[] {
  const { db, clock } = services;
  const confirmSession = async (session: StaffSession) => {
    const confirmedAt = clock.now();
    await db.update(staffSessions).set({ confirmedAt }).where(eq(staffSessions.id, session.id));
    return present(services, { ...session, confirmedAt });
  };
  return [
    route(contracts.signInStaff, (input, caller) => signInByPassword(services, input, caller)),
    route(contracts.askForPasskey, (_, caller) => requestForAnyone(services, caller)),
    route(contracts.signInByPasskey, (input, caller) => signInByPasskey(services, input, caller)),
    route(contracts.readInvitation, (input, caller) => describeInvitation(services, input, caller)),
    route(contracts.acceptInvitation, (input, caller) => useInvitation(services, input, caller)),
    route(contracts.getStaffSession, async (_, { session }) => present(services, session)),
    route(contracts.confirmStaff, async ({ code }, caller) => {
      const { id, staff: person } = caller.session;
      const attempt = await tryCode(services, { account: `staff:${person.id}`, session: id }, () =>
        takeCode(db, services, person, code),
      );
      if (isRefused(attempt)) return attempt;
      if (attempt.isRight) return confirmSession(caller.session);
      if (!attempt.isLast) return refuseField('code', 'code_wrong');
      await endForCodes(services, caller);
      return refuse('no_session');
    }),
    route(contracts.askForConfirmation, (_, { session }) => requestForPerson(services, session.staff)),
    route(contracts.confirmByPasskey, async (input, { session }) => {
      const isValid = await isValidProof(services, session.staff, input);
      return isValid ? confirmSession(session) : refuse('passkey_unknown');
    }),
    route(contracts.endStaffSession, async (_, { session }) => {
      await db.update(staffSessions).set({ endedAt: clock.now() }).where(eq(staffSessions.id, session.id));
      return {};
    }),
    route(contracts.chooseConsoleLanguage, async ({ language }, { session }) => {
      await db.update(staff).set({ language }).where(eq(staff.id, session.staff.id));
      return present(services, { ...session, staff: { ...session.staff, language } });
    }),
    route(contracts.listStaffSessions, (_, { session }) => listOwnSessions(db, services, session)),
    route(contracts.endOtherStaffSessions, (_, caller) => endOwnOthers(services, caller)),
    route(listOwnAlerts, (_, { session }) => Promise.resolve(presentChoices(session.staff))),
    route(chooseOwnAlerts, ({ on }, { session }) => chooseAlerts(services, session.staff, on)),
    route(contracts.changeStaffPassword, (input, caller) => changePassword(services, input, caller)),
    route(contracts.listPasskeys, (_, { session }) => listOwnPasskeys(services, session.staff.id)),
    route(contracts.askToAddPasskey, (_, { session }) => requestCreation(services, session.staff)),
    route(contracts.addPasskey, (input, caller) => addPasskey(services, input, caller)),
    route(contracts.removePasskey, ({ id }, caller) => removePasskey(services, id, caller)),
  ];
}

function present(services: Services, { staff: person, startedAt, confirmedAt }: StaffSession) {
  const { id, name, email, role, language } = person;
  return {
    page_owner: pageOwner(services, { kind: 'staff', id, name }),
    ...{ id, name, email: shownEmail(email), role, language, abilities: [...ROLES[role]] },
    ends_at: addSeconds(startedAt, STAFF_SESSION_SECONDS).toISOString(),
    confirmed_until: addSeconds(confirmedAt, STAFF_CONFIRMED_SECONDS).toISOString(),
  };
}
