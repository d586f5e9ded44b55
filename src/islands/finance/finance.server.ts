import type { AstroGlobal } from 'astro';
import { getEarnings } from '#contracts/earnings.ts';
import { getBalance, listWithdrawals } from '#contracts/finance.ts';
import { readHistoryQuery } from '#domain/history.ts';
import { firstWeekday } from '#domain/week-start.ts';
import { doneText, FINANCE_DONE } from '#islands/shared/done.server.ts';
import { loadWithForm } from '#islands/shared/load.server.ts';
import { isKept } from '#islands/shared/read-form.server.ts';
import { readProfile } from '#islands/shared/read-profile.server.ts';
import { findHistory } from './find-history.ts';
import { typicalDuration } from './typical-duration.ts';
import { PENDING } from './view.ts';
import { destinationOf, order, readableAmount, withdrawalView } from './withdraw.server.ts';

export async function loadFinance(page: AstroGlobal) {
  const { call, language, now, site, t } = page.locals;
  const posted = await order(page);
  if (posted instanceof Response) return posted;
  const { form, refusal } = posted;
  const query = readHistoryQuery(page.url.searchParams);
  const search = findHistory(call, query);
  const rows = search.then(({ answer }) => answer);
  const loaded = await loadWithForm(page, form, {
    me: readProfile(page),
    balance: call(getBalance),
    open: call(listWithdrawals, PENDING),
    earnings: call(getEarnings),
    rows,
  });
  if (loaded instanceof Response) return loaded;
  if (loaded.broken) {
    const typed = form && { ...form, destination: destinationOf(form) };
    return { broken: loaded.broken, kept: typed && { typed, amountText: readableAmount(typed, language) } };
  }
  const { used, errors } = await search;
  const me = loaded.me.data;
  const balance = loaded.balance.data;
  const { view, isWrong } = withdrawalView({ t, language }, balance, { form, refusal });
  if (!refusal && (isWrong || Object.keys(errors).length > 0)) page.response.status = 422;
  const screen = {
    start: { balance, withdrawals: loaded.open.data.items, history: { page: loaded.rows.data, query, used, errors } },
    view,
    usual: typicalDuration(t, balance.withdrawal.usual_minutes),
    name: me.name || me.username,
    now: now.toISOString(),
    weekStart: firstWeekday(me.week_start, language, site.weekStart),
    done: form ? undefined : doneText(FINANCE_DONE, page.url, t),
    restoredNotice: form && isKept(form) ? t('common:kept') : undefined,
  };
  return { me, screen, earnings: loaded.earnings.data, hasOrderForm: !balance.withdrawal.reason };
}
