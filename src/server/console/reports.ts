import { sql } from 'drizzle-orm';
import type { DayOfMoney, getBalances, getMoneyByDay } from '#contracts/console/reports.ts';
import { LEDGER_ACCOUNTS } from '#contracts/console/reports.ts';
import type { OutputOf } from '#contracts/contract.ts';
import { moneyText, parseMoney } from '#domain/money.ts';
import type { Refused } from '#domain/refusals.ts';
import type { Services } from '#server/services.ts';
import type { FileAnswer } from '#server/http/route.ts';
import { csvFile } from './csv-file.ts';
import { moneyByDay } from './money-by-day.ts';
import { type Period, periodOf, today } from './period.ts';

type Balances = OutputOf<typeof getBalances>;

/** Members' accounts keep their balance; the platform's is the sum of their entries. */
export async function balances({ db }: Pick<Services, 'db'>): Promise<Balances> {
  const { rows } = await db.execute<{ kind: string; balance: string; holders: string }>(sql`
    select kind, sum(balance)::text as balance, count(*) filter (where balance > 0) as holders
    from ledger_accounts where member_id is not null group by kind
    union all
    select a.kind, (
      select coalesce(sum(e.amount), 0) from ledger_entries e where e.account_id = a.id and e.number is null
    )::text, 0
    from ledger_accounts a where a.member_id is null`);
  const sums = new Map(rows.map(({ kind, balance }) => [kind, BigInt(balance)]));
  const of = (kind: string) => sums.get(kind) ?? 0n;
  const whole = LEDGER_ACCOUNTS.reduce((sum, kind) => sum + of(kind), 0n);
  return {
    accounts: LEDGER_ACCOUNTS.map((kind) => ({ kind, balance: moneyText(of(kind)) })),
    owed: moneyText(of('available') + of('held')),
    members_with_money: Number(rows.find(({ kind }) => kind === 'available')?.holders ?? 0),
    sum: moneyText(whole),
  };
}

export async function money(services: Services, asked: Period): Promise<OutputOf<typeof getMoneyByDay>> {
  const period = periodOf(services, asked);
  const items = await moneyByDay(services, period);
  return { ...period, items, total: totalOf(items) };
}

const FIGURES = ['in', 'out', 'accrued', 'fees', 'sales'] as const;

function totalOf(items: readonly DayOfMoney[]): DayOfMoney {
  const sums = FIGURES.map((name) => {
    const sum = items.reduce((micros, day) => micros + signed(day[name]), 0n);
    return [name, moneyText(sum)] as const;
  });
  return { day: '', ...(Object.fromEntries(sums) as Omit<DayOfMoney, 'day'>) };
}

function signed(text: string): bigint {
  return text.startsWith('-') ? -(parseMoney(text.slice(1)) ?? 0n) : (parseMoney(text) ?? 0n);
}

const ALL = Number.MAX_SAFE_INTEGER;

export function accountsCsv(services: Services): Promise<FileAnswer | Refused> {
  return csvFile(services, ['accounts'], ['account', 'balance'], {
    max: ALL,
    read: async () => {
      const { accounts } = await balances(services);
      return { rows: accounts.map(({ kind, balance }) => [kind, balance]), next: null };
    },
  });
}

export function moneyCsv(services: Services, asked: Period): Promise<FileAnswer | Refused> {
  const { from, to } = periodOf(services, asked);
  return csvFile(services, ['money', from, to], ['day', ...FIGURES], {
    max: ALL,
    read: async () => {
      const { items } = await money(services, asked);
      return { rows: items.map((day) => [day.day, ...FIGURES.map((name) => day[name])]), next: null };
    },
  });
}

const MEMBERS_AT_ONCE = 1_000;

/** Everybody who ever had an account, in the order in which they came. */
export function balancesCsv(services: Services): Promise<FileAnswer | Refused> {
  return csvFile(services, ['balances', today(services)], ['username', 'available', 'held'], {
    max: ALL,
    read: async (cursor) => {
      const { rows } = await services.db.execute<{ id: number; username: string; available: string; held: string }>(sql`
        select m.id, m.username, coalesce(a.balance, 0)::text as available, coalesce(h.balance, 0)::text as held
        from (select id, username from members where id > ${Number(cursor ?? 0)} order by id limit ${MEMBERS_AT_ONCE}) m
        left join ledger_accounts a on a.member_id = m.id and a.kind = 'available'
        left join ledger_accounts h on h.member_id = m.id and h.kind = 'held'
        order by m.id`);
      const lines = rows.map(({ username, available, held }) => {
        return [username, moneyText(BigInt(available)), moneyText(BigInt(held))];
      });
      return { rows: lines, next: rows.length < MEMBERS_AT_ONCE ? null : String(rows.at(-1)?.id) };
    },
  });
}
