import * as contracts from '#contracts/data.ts';
import type { House } from '#server/services.ts';
import { fileRoute, type Route, route } from '#server/http/route.ts';
import { closeMemberAccount } from './close-account.ts';
import { exportData } from './export/export-data.ts';
import { readPreparation, startPreparation } from './export/preparation.ts';

export function dataRoutes(house: House): Route[] {
  return [
    fileRoute(contracts.getExport, (_, caller) => exportData(house, caller)),
    route(contracts.getPreparation, (_, { session }) => readPreparation(house, session.member.id)),
    route(contracts.prepareExport, (_, { session }) => startPreparation(house, session.member.id)),
    route(contracts.closeAccount, (input, caller) => closeMemberAccount(house, input, caller)),
  ];
}
