import * as contracts from '#contracts/data.ts';
import type { Services } from '#server/api/services.ts';
import { fileRoute, idempotentRoute, type Route, route } from '#server/api/route.ts';
import { closeMemberAccount } from './close-account.ts';
import { exportData } from './export/export-data.ts';
import { readPreparation, startPreparation } from './export/preparation.ts';

export function dataRoutes(services: Services): Route[] {
  return [
    fileRoute(contracts.getExport, (_, caller) => exportData(services, caller)),
    route(contracts.getPreparation, (_, { session }) => readPreparation(services, session)),
    route(contracts.prepareExport, (input, caller) => startPreparation(services, input, caller)),
    idempotentRoute(contracts.closeAccount, (tx, input, caller) => closeMemberAccount(tx, services, input, caller)),
  ];
}
