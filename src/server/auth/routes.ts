import * as contracts from '#contracts/auth.ts';
import type { House } from '#server/services.ts';
import { type Route, route } from '#server/http/route.ts';
import { activateMember, describeActivation } from './activate.ts';
import { makeChallenge, makeQuestion } from './bot-check.ts';
import { confirmPasswordReset } from './confirm-reset.ts';
import { openForm, sealForm } from './kept-form.ts';
import { requestLink } from './request-link.ts';
import { endSession, rotateSession } from './session/index.ts';
import { signInMember } from './sign-in.ts';
import { signUpGuest } from './sign-up.ts';

export function authRoutes(house: House): Route[] {
  return [
    route(contracts.getBotCheck, async ({ only }, { language }) => ({
      challenge: only ? null : await makeChallenge(house),
      question: makeQuestion(house, language),
    })),
    route(contracts.signUp, (input, caller) => signUpGuest(house, input, caller)),
    route(contracts.readActivation, (input, caller) => describeActivation(house, input, caller)),
    route(contracts.activate, (input, caller) => activateMember(house, input, caller)),
    route(contracts.resendActivation, (input, caller) => requestLink(house, 'activation', input, caller)),
    route(contracts.signIn, (input, caller) => signInMember(house, input, caller)),
    route(contracts.refreshSession, ({ refresh }, caller) => rotateSession(house, refresh, caller)),
    route(contracts.logout, async ({ refresh }) => {
      await endSession(house, refresh);
      return {};
    }),
    route(contracts.requestReset, (input, caller) => requestLink(house, 'reset', input, caller)),
    route(contracts.confirmReset, (input, caller) => confirmPasswordReset(house, input, caller)),
    route(contracts.keepForm, async (input) => ({ kept: sealForm(house, input) })),
    route(contracts.openKeptForm, async (input, { session }) => ({
      values: openForm(house, session.member.id, input),
    })),
  ];
}
