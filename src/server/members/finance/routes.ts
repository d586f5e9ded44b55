import * as destinations from '#contracts/destinations.ts';
import { getEarnings } from '#contracts/earnings.ts';
import * as contracts from '#contracts/finance.ts';
import type { Language } from '#domain/languages.ts';
import { isRefused, refuse, type Refused } from '#domain/refusals.ts';
import type { Db } from '#server/db/connect.ts';
import type { Services } from '#server/api/services.ts';
import { fileRoute, idempotentRoute, type Route, route } from '#server/api/route.ts';
import { cancelMemberWithdrawal } from './cancel-withdrawal.ts';
import { removeMemberDestination, renameMemberDestination } from './destinations/change-destination.ts';
import { readDestinations } from './destinations/read-destinations.ts';
import { saveMemberDestination } from './destinations/save-destination.ts';
import { switchMemberWait } from './destinations/switch-wait.ts';
import { dismissMemberReceipt } from './dismiss-receipt.ts';
import { listMemberHistory, presentEntry, presentSums } from './history.ts';
import { findWithdrawal, listMemberWithdrawals } from './queries.ts';
import type { WithdrawalRow } from './move-withdrawal.ts';
import { pollPayouts } from './pay-out-job.ts';
import { setMemberPin } from './pin.ts';
import { presentWithdrawals } from './present.ts';
import { readBalanceSummary } from './read-balance-summary.ts';
import { readEarnings } from './read-earnings.ts';
import { requestMemberWithdrawal } from './request-withdrawal.ts';
import { resumeMemberWithdrawals } from './stop/resume-withdrawals.ts';
import { stopByLink } from './stop/stop-withdrawals.ts';
import { writeStatement } from './write-statement.ts';

export function financeRoutes(services: Services): Route[] {
  const presentOne = async (db: Db, row: WithdrawalRow | Refused, language: Language) => {
    if (isRefused(row)) return row;
    const [withdrawal] = await presentWithdrawals(db, services, [row], language);
    return withdrawal ?? refuse('not_found');
  };
  return [
    route(contracts.getBalance, (_, { session, language }) => readBalanceSummary(services, session.member, language)),
    route(contracts.setPin, (input, caller) => setMemberPin(services, input, caller)),
    route(contracts.listWithdrawals, async (input, { session, language }) => {
      const page = await listMemberWithdrawals(services, session.member.id, input);
      if (isRefused(page)) return page;
      await pollPayouts(services, page.rows);
      return { items: await presentWithdrawals(services.db, services, page.rows, language), next: page.next };
    }),
    route(contracts.listHistory, async (input, { session, language }) => {
      const page = await listMemberHistory(services, session.member.id, input);
      if (isRefused(page)) return page;
      const items = page.entries.map((entry) => presentEntry(entry, language));
      return { items, next: page.next, totals: presentSums(page.sums) };
    }),
    route(getEarnings, (_, { session }) => readEarnings(services, session.member)),
    fileRoute(contracts.getStatement, (input, caller) => writeStatement(services, input, caller)),
    route(contracts.getWithdrawal, async ({ id }, { session, language }) => {
      const row = await findWithdrawal(services, session.member.id, id);
      if (!isRefused(row)) await pollPayouts(services, [row]);
      return presentOne(services.db, row, language);
    }),
    idempotentRoute(contracts.requestWithdrawal, async (tx, input, caller) =>
      presentOne(tx, await requestMemberWithdrawal(tx, services, input, caller), caller.language),
    ),
    idempotentRoute(contracts.cancelWithdrawal, async (tx, input, caller) =>
      presentOne(tx, await cancelMemberWithdrawal(tx, services, input, caller), caller.language),
    ),
    route(contracts.dismissReceipt, (input, caller) => dismissMemberReceipt(services, input, caller)),
    route(destinations.getDestinations, (_, { session }) => readDestinations(services, session.member)),
    idempotentRoute(destinations.saveDestination, (tx, input, caller) =>
      saveMemberDestination(tx, services, input, caller),
    ),
    route(destinations.renameDestination, (input, caller) => renameMemberDestination(services, input, caller)),
    route(destinations.removeDestination, (input, caller) => removeMemberDestination(services, input, caller)),
    idempotentRoute(destinations.switchDestinationWait, (tx, input, caller) =>
      switchMemberWait(tx, services, input, caller),
    ),
    route(destinations.stopWithdrawals, (input, caller) => stopByLink(services, input, caller)),
    idempotentRoute(destinations.resumeWithdrawals, (tx, input, caller) =>
      resumeMemberWithdrawals(tx, services, input, caller),
    ),
  ];
}
