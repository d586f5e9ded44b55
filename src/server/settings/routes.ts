import * as contracts from '#contracts/settings.ts';
import type { House } from '#server/services.ts';
import { type Route, route } from '#server/http/route.ts';
import { changePassword } from './change-password.ts';
import { chooseLanguage } from './choose-language.ts';
import { confirmEmail } from './confirm-email.ts';
import { endMemberSessions, listLivingSessions } from './sessions.ts';
import { photoRoutes } from './photo.ts';
import { readSettings, saveSettings } from './save-settings.ts';

export function settingsRoutes(house: House): Route[] {
  return [
    route(contracts.getSettings, (_, { session }) => readSettings(house, session.member.id)),
    route(contracts.saveSettings, (input, caller) => saveSettings(house, input, caller)),
    route(contracts.chooseLanguage, (input, caller) => chooseLanguage(house, input, caller)),
    route(contracts.confirmEmail, (input, caller) => confirmEmail(house, input, caller)),
    route(contracts.changePassword, (input, caller) => changePassword(house, input, caller)),
    route(contracts.listSessions, async (_, { session }) => ({
      items: await listLivingSessions(house, session),
      next: null,
    })),
    route(contracts.endSessions, (input, caller) => endMemberSessions(house, input, caller)),
    ...photoRoutes(house),
  ];
}
