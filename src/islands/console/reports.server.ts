import type { AstroGlobal } from 'astro';
import {
  getBalances,
  getGrowth,
  getMoneyByDay,
  getReconciliation,
  listOwed,
  RECONCILED,
} from '#contracts/console/reports.ts';
import { answerConsole } from './answer-console.server.ts';
import { enterConsole } from './enter-console.server.ts';
import { readQuery } from './list-query.ts';

export const REPORTS = ['balances', 'owed', 'money', 'growth', 'reconciliation'] as const;

export async function loadReport(page: AstroGlobal) {
  const me = await enterConsole(page, 'reports');
  if (me instanceof Response) return me;
  const { call } = page.locals;
  const search = page.url.searchParams;
  const view = REPORTS.find((name) => name === search.get('view')) ?? 'balances';
  const query = readQuery(search, getReconciliation);
  const period = readQuery(search, getMoneyByDay);
  const kind = RECONCILED.find((name) => name === query['kind']) ?? 'payments';
  const nothing = { balances: undefined, owed: undefined, money: undefined, growth: undefined, compared: undefined };
  const shared = { me, view, kind, query, period, ...nothing };
  if (view === 'balances') {
    const balances = await call(getBalances, {});
    return balances.success ? { ...shared, balances: balances.data } : answerConsole(page, balances.error);
  }
  if (view === 'owed') {
    const owed = await call(listOwed, readQuery(search, listOwed));
    return owed.success ? { ...shared, owed: owed.data } : answerConsole(page, owed.error);
  }
  if (view === 'money') {
    const money = await call(getMoneyByDay, period);
    return money.success ? { ...shared, money: money.data } : answerConsole(page, money.error);
  }
  if (view === 'growth') {
    const growth = await call(getGrowth, readQuery(search, getGrowth));
    return growth.success ? { ...shared, growth: growth.data } : answerConsole(page, growth.error);
  }
  const compared = await call(getReconciliation, query);
  return compared.success ? { ...shared, compared: compared.data } : answerConsole(page, compared.error);
}
