import * as placeContracts from '#contracts/places.ts';
import * as contracts from '#contracts/transactions.ts';
import type { Language } from '#domain/languages.ts';
import { isRefused, refuse, type Refused } from '#domain/refusals.ts';
import type { Db } from '#server/db/connect.ts';
import type { Services } from '#server/api/services.ts';
import { idempotentRoute, type Route, route } from '#server/api/route.ts';
import type { Disclosed } from '#server/members/partner/index.ts';
import {
  presentPlace,
  presentPlan,
  presentSeatReason,
  presentStructure,
  readHoldings,
  readSeatReason,
  readStructure,
} from '#server/members/places/index.ts';
import { cancelMemberTransaction, recreateMemberTransaction } from './cancel-or-recreate.ts';
import { addReconcileJob, pollTransaction } from './reconcile-job.ts';
import { listMemberTransactions } from './queries.ts';
import { findTransaction, findUnfinished, type TransactionRow } from './move-transaction.ts';
import { presentTransactions } from './present.ts';
import { requestMemberPlace } from './request-place.ts';
import { withdrawMemberPurchase } from './withdraw-purchase.ts';

/** Includes the calls of boards, because places don't know how they are paid for. */
export function transactionRoutes(services: Services, disclosed: Disclosed): Route[] {
  const displayIn = (language: Language) => ({
    language,
    timeZone: services.config.timeZone,
    now: services.clock.now(),
  });
  const presentOne = async (db: Db, row: TransactionRow | Refused | undefined, language: Language) => {
    if (!row) return refuse('not_found');
    if (isRefused(row)) return row;
    const [transaction] = await presentTransactions(db, [row], displayIn(language));
    return transaction ?? refuse('not_found');
  };
  return [
    route(placeContracts.getBoard, async ({ platform }, { session: { member }, language }) => {
      const unfinished = await findUnfinished(services.db, member.id);
      const [{ plans, places }, [transaction], counted] = await Promise.all([
        readHoldings(services.db, member.id, platform, unfinished),
        presentTransactions(services.db, unfinished ? [unfinished] : [], displayIn(language)),
        disclosed.glance(),
      ]);
      return {
        plans: plans.map((plan) => presentPlan(plan, language, counted?.figures.plans[plan.plan.id])),
        places: places.map((place) => presentPlace(place, platform)),
        unfinished: transaction ?? null,
        withdrawal_days: services.config.purchases.withdrawalDays,
      };
    }),
    route(placeContracts.getStructure, async (input, { session: { member }, language }, db) => {
      const structure = await readStructure(db, member.id, input);
      return isRefused(structure) ? structure : presentStructure(structure, member.id, language);
    }),
    route(placeContracts.getSeatReason, async (input, { session: { member }, language }, db) => {
      const reason = await readSeatReason(db, member, input);
      return isRefused(reason) ? reason : presentSeatReason(reason, language);
    }),
    idempotentRoute(placeContracts.requestPlace, async (tx, input, caller) =>
      presentOne(tx, await requestMemberPlace(tx, services, input, caller), caller.language),
    ),
    route(contracts.listTransactions, async (input, { session: { member }, language }) => {
      const page = await listMemberTransactions(services, member.id, input);
      if (isRefused(page)) return page;
      return { items: await presentTransactions(services.db, page.rows, displayIn(language)), next: page.next };
    }),
    route(contracts.getTransaction, async ({ id }, { session: { member }, language }) => {
      const row = await findTransaction(services.db, id, member.id);
      if (row) await pollTransaction(services, row);
      return presentOne(services.db, row, language);
    }),
    idempotentRoute(contracts.cancelTransaction, async (tx, input, caller) =>
      presentOne(tx, await cancelMemberTransaction(tx, services, input, caller), caller.language),
    ),
    idempotentRoute(contracts.recreateTransaction, async (tx, input, caller) =>
      presentOne(tx, await recreateMemberTransaction(tx, services, input, caller), caller.language),
    ),
    idempotentRoute(contracts.withdrawPurchase, async (tx, input, caller) =>
      presentOne(tx, await withdrawMemberPurchase(tx, services, input, caller), caller.language),
    ),
    route(contracts.nodeEvent, async ({ data }) => {
      const row = await findTransaction(services.db, data.id);
      if (row) await services.transaction((tx) => addReconcileJob(tx, row.id));
      return {};
    }),
  ];
}
