import * as contracts from '#contracts/settings.ts';
import type { Services } from '#server/api/services.ts';
import { type Route, route } from '#server/api/route.ts';
import { changePassword } from './change-password.ts';
import { chooseLanguage } from './choose-language.ts';
import { confirmEmail } from './confirm-email.ts';
import { endMemberSessions, listLivingSessions } from './sessions.ts';
import { photoRoutes } from './photo.ts';
import { readSettings, saveSettings } from './save-settings.ts';

export function settingsRoutes(services: Services): Route[] {
  return [
    route(contracts.getSettings, (_, { session }) => readSettings(services, session.member.id)),
    route(contracts.saveSettings, (input, caller) => saveSettings(services, input, caller)),
    route(contracts.chooseLanguage, (input, caller) => chooseLanguage(services, input, caller)),
    route(contracts.confirmEmail, (input, caller) => confirmEmail(services, input, caller)),
    route(contracts.changePassword, (input, caller) => changePassword(services, input, caller)),
    route(contracts.listSessions, async (_, { session }) => ({
      items: await listLivingSessions(services, session),
      next: null,
    })),
    route(contracts.endSessions, (input, caller) => endMemberSessions(services, input, caller)),
    ...photoRoutes(services),
  ];
}
