import * as contracts from '#contracts/finance.ts';
import type { Language } from '#domain/languages.ts';
import { moneyText } from '#domain/money.ts';
import { isRefused, refuse, type Refused } from '#domain/refusals.ts';
import type { Db } from '#server/db/connect.ts';
import type { House } from '#server/services.ts';
import { fileRoute, keptRoute, type Route, route } from '#server/http/route.ts';
import { cancelMemberWithdrawal } from './cancel-withdrawal.ts';
import { listMemberHistory, presentEntry } from './history.ts';
import { findWithdrawal, listMemberWithdrawals } from './queries.ts';
import type { WithdrawalRow } from './move-withdrawal.ts';
import { hastenPayOuts } from './pay-out-job.ts';
import { setMemberPin } from './pin.ts';
import { presentWithdrawals } from './present.ts';
import { readStanding } from './read-standing.ts';
import { requestMemberWithdrawal } from './request-withdrawal.ts';
import { writeStatement } from './write-statement.ts';

export function financeRoutes(house: House): Route[] {
  const one = async (db: Db, row: WithdrawalRow | Refused, language: Language) => {
    if (isRefused(row)) return row;
    const [withdrawal] = await presentWithdrawals(db, house, [row], language);
    return withdrawal ?? refuse('not_found');
  };
  return [
    route(contracts.getBalance, (_, { session, language }) => readStanding(house, session.member, language)),
    route(contracts.setPin, (input, caller) => setMemberPin(house, input, caller)),
    route(contracts.listWithdrawals, async (input, { session, language }) => {
      const page = await listMemberWithdrawals(house, session.member.id, input);
      if (isRefused(page)) return page;
      await hastenPayOuts(house, page.rows);
      return { items: await presentWithdrawals(house.db, house, page.rows, language), next: page.next };
    }),
    route(contracts.listHistory, async (input, { session, language }) => {
      const page = await listMemberHistory(house, session.member.id, input);
      if (isRefused(page)) return page;
      const { receivedMicros, spentMicros } = page.totals;
      return {
        items: page.entries.map((entry) => presentEntry(entry, language)),
        next: page.next,
        totals: {
          received: moneyText(receivedMicros),
          spent: moneyText(spentMicros),
          sum: moneyText(receivedMicros - spentMicros),
        },
      };
    }),
    fileRoute(contracts.getStatement, (input, caller) => writeStatement(house, input, caller)),
    route(contracts.getWithdrawal, async ({ id }, { session, language }) => {
      const row = await findWithdrawal(house, session.member.id, id);
      if (!isRefused(row)) await hastenPayOuts(house, [row]);
      return one(house.db, row, language);
    }),
    keptRoute(contracts.requestWithdrawal, async (tx, input, caller) =>
      one(tx, await requestMemberWithdrawal(tx, house, input, caller), caller.language),
    ),
    keptRoute(contracts.cancelWithdrawal, async (tx, input, caller) =>
      one(tx, await cancelMemberWithdrawal(tx, house, input, caller), caller.language),
    ),
  ];
}
