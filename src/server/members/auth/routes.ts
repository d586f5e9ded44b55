import * as contracts from '#contracts/auth.ts';
import type { Services } from '#server/api/services.ts';
import { type Route, route } from '#server/api/route.ts';
import { activateMember, describeActivation } from './activate.ts';
import { makeChallenge, makeQuestion } from './bot-check.ts';
import { confirmPasswordReset, readResetLink } from './confirm-reset.ts';
import { correctSignUpEmail, describeSignUp } from './correct-sign-up.ts';
import { openForm, sealForm } from './kept-form.ts';
import { requestLink } from './request-link.ts';
import { endSession, rotateSession } from './session/index.ts';
import { secondFactorRoutes } from './second-factor/routes.ts';
import { signInMember } from './sign-in.ts';
import { signUpGuest } from './sign-up.ts';

export function authRoutes(services: Services): Route[] {
  return [
    route(contracts.getBotCheck, async ({ only }, caller) => ({
      challenge: only ? null : await makeChallenge(services, caller),
      question: makeQuestion(services, caller.language),
    })),
    route(contracts.signUp, (input, caller) => signUpGuest(services, input, caller)),
    route(contracts.readSignUp, (input) => describeSignUp(services, input)),
    route(contracts.correctSignUp, (input, caller) => correctSignUpEmail(services, input, caller)),
    route(contracts.readActivation, (input, caller) => describeActivation(services, input, caller)),
    route(contracts.activate, (input, caller) => activateMember(services, input, caller)),
    route(contracts.resendActivation, (input, caller) => requestLink(services, 'activation', input, caller)),
    route(contracts.signIn, (input, caller) => signInMember(services, input, caller)),
    route(contracts.refreshSession, ({ refresh }, caller) => rotateSession(services, refresh, caller)),
    route(contracts.logout, async ({ refresh }) => {
      await endSession(services, refresh);
      return {};
    }),
    route(contracts.requestReset, (input, caller) => requestLink(services, 'reset', input, caller)),
    route(contracts.readReset, (input, caller) => readResetLink(services, input, caller)),
    route(contracts.confirmReset, (input, caller) => confirmPasswordReset(services, input, caller)),
    route(contracts.keepForm, async (input) => ({ kept: sealForm(services, input) })),
    route(contracts.openKeptForm, async (input, { session }) => ({
      values: openForm(services, session.member.id, input),
    })),
    ...secondFactorRoutes(services),
  ];
}
