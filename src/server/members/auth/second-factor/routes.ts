import * as passkeys from '#contracts/passkeys.ts';
import * as contracts from '#contracts/second-factor.ts';
import type { Services } from '#server/api/services.ts';
import { type Route, route } from '#server/api/route.ts';
import { listEvents } from '#server/members/security-log/index.ts';
import { removeMemberPasskey, saveMemberPasskey, startPasskeySetup } from './passkeys.ts';
import { readFactor } from './read-factor.ts';
import { keepMemberFactor } from './remove-factor.ts';
import { signInByMemberCode } from '../sign-in-by-code.ts';
import { signInByMemberPasskey, startPasskeySignIn } from '../sign-in-by-passkey.ts';
import { readSetup, renewCodes, startTotpSetup, switchFactorOff, switchFactorOn } from './switch-factor.ts';

export function secondFactorRoutes(services: Services): Route[] {
  return [
    route(contracts.getSecondFactor, (_, { session }) => readFactor(services.db, session.member.id)),
    route(contracts.startTotp, (_, { session }) => startTotpSetup(services, session.member)),
    route(contracts.readTotpSetup, async ({ setup }, { session }) => readSetup(services, session.member, setup)),
    route(contracts.confirmTotp, (input, caller) => switchFactorOn(services, input, caller)),
    route(contracts.removeTotp, (input, caller) => switchFactorOff(services, input, caller)),
    route(contracts.renewRecoveryCodes, (input, caller) => renewCodes(services, input, caller)),
    route(passkeys.startPasskey, (input, caller) => startPasskeySetup(services, input, caller)),
    route(passkeys.savePasskey, (input, caller) => saveMemberPasskey(services, input, caller)),
    route(passkeys.removePasskey, (input, caller) => removeMemberPasskey(services, input, caller)),
    route(contracts.listSecurityEvents, (input, { session }) => listEvents(services, session.member.id, input)),
    route(contracts.signInByCode, (input, caller) => signInByMemberCode(services, input, caller)),
    route(passkeys.askForPasskey, (_, caller) => startPasskeySignIn(services, caller)),
    route(passkeys.signInByPasskey, (input, caller) => signInByMemberPasskey(services, input, caller)),
    route(contracts.keepFactor, (input, caller) => keepMemberFactor(services, input, caller)),
  ];
}
