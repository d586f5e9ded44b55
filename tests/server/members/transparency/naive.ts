import { sql } from 'drizzle-orm';
import { addDays, addMonths } from '#domain/days.ts';
import { isoDay } from '#i18n/format.ts';
import { moneyText } from '#domain/money.ts';
import type { Services } from '#server/api/services.ts';

type Entry = { member: number; account: string; kind: string; reason: string | null; micros: string; at: string };
type Someone = { id: number; registered_at: string; closed_at: string | null; active: boolean };
type Place = { member: number; opened_at: string; closed_at: string | null };

/** Counts every entry and member one by one, by its time and never by stored sums. */
export async function naiveMonths(services: Services): Promise<Map<string, Record<string, unknown>>> {
  const { timeZone } = services.config;
  const rowsOf = async <T>(query: string) => (await services.db.execute(sql.raw(query))).rows as T[];
  const entries = await rowsOf<Entry>(`
    select t.member_id as member, a.kind as account, t.kind, t.details ->> 'reason' as reason, e.amount::text as micros, e.at
    from ledger_entries e join ledger_transfers t on t.id = e.transfer_id join ledger_accounts a on a.id = e.account_id`);
  const everybody = await rowsOf<Someone>('select id, registered_at, closed_at, active from members');
  const places = await rowsOf<Place>(`
    select p.member_id as member, p.opened_at, p.closed_at from places p join plans on plans.id = plan_id
    where platform = 'licenses'`);
  const today = isoDay(services.clock.now(), timeZone);
  const dayOf = (time: string) => isoDay(new Date(time), timeZone);
  const monthOf = (time: string) => `${dayOf(time).slice(0, 7)}-01`;
  const counted = entries.filter(({ at }) => dayOf(at) < today);
  const sumOf = (some: readonly Entry[]) => some.reduce((sum, { micros }) => sum + BigInt(micros), 0n);
  const joinedIn = (month: string) => everybody.filter((one) => monthOf(one.registered_at) === month);
  const first = everybody.map((one) => monthOf(one.registered_at)).toSorted()[0] ?? '';

  const months = new Map<string, Record<string, unknown>>();
  for (let month = first; month < today; month = addMonths(month, 1)) {
    const end = addMonths(month, 1);
    const inMonth = counted.filter(({ at }) => monthOf(at) === month);
    const of = (...accounts: string[]) => inMonth.filter(({ account }) => accounts.includes(account));
    const credits = new Map<number, bigint>();
    for (const { member, micros } of of('earnings')) credits.set(member, (credits.get(member) ?? 0n) - BigInt(micros));
    const reasons = Map.groupBy(of('earnings'), ({ kind, reason }) => (kind === 'accrual' ? reason : 'adjustment'));
    const joiners = new Set(joinedIn(month).map(({ id }) => id));
    const byJoiners = counted.filter(({ member }) => joiners.has(member));
    const isActiveAt = ({ id, closed_at: left }: Someone, at: Date) =>
      (left === null || new Date(left) > at) &&
      places.some(({ member, opened_at, closed_at }) => {
        return member === id && new Date(opened_at) <= at && (closed_at === null || new Date(closed_at) > at);
      });
    months.set(month, {
      paid: moneyText(sumOf(of('sales', 'fees'))),
      refunded: moneyText(-sumOf(of('sales').filter(({ micros }) => BigInt(micros) < 0n))),
      paidMembers: new Set(of('sales', 'fees').map(({ member }) => member)).size,
      credited: moneyText(-sumOf(of('earnings'))),
      creditedMembers: [...credits.values()].filter((micros) => micros !== 0n).length,
      reasons: Object.fromEntries([...reasons].map(([reason, some]) => [reason, moneyText(-sumOf(some))])),
      topShare: topShare(
        [...credits.values()],
        everybody.filter((one) => dayOf(one.registered_at) < end && !(one.closed_at && dayOf(one.closed_at) < end))
          .length,
      ),
      paidOut: moneyText(sumOf(of('payouts'))),
      paidOutMembers: new Set(of('payouts').map(({ member }) => member)).size,
      owed: moneyText(
        sumOf(counted.filter(({ account, at }) => ['available', 'held'].includes(account) && dayOf(at) < end)),
      ),
      joined: joiners.size,
      left: everybody.filter((one) => one.closed_at && dayOf(one.closed_at) < today && monthOf(one.closed_at) === month)
        .length,
      activeAfter90Days:
        addDays(end, 90) < today
          ? joinedIn(month).filter((one) =>
              isActiveAt(one, new Date(new Date(one.registered_at).getTime() + 90 * 86_400_000)),
            ).length
          : null,
      activeNow: joinedIn(month).filter(({ active }) => active).length,
      joinersPaid: moneyText(sumOf(byJoiners.filter(({ account }) => ['sales', 'fees'].includes(account)))),
      joinersCredited: moneyText(-sumOf(byJoiners.filter(({ account }) => account === 'earnings'))),
    });
  }
  return months;
}

function topShare(credits: readonly bigint[], members: number): number {
  const earned = credits.filter((micros) => micros > 0n).toSorted((a, b) => (a < b ? 1 : -1));
  const sum = (some: readonly bigint[]) => Number(some.reduce((total, micros) => total + micros, 0n));
  return earned.length === 0 ? 0 : Math.round((1000 * sum(earned.slice(0, Math.ceil(members / 100)))) / sum(earned));
}
