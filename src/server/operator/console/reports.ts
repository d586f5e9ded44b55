import { sql } from 'drizzle-orm';
import type { DayOfMoney, getBalances, getMoneyByDay } from '#contracts/console/reports.ts';
import { LEDGER_ACCOUNTS } from '#contracts/console/reports.ts';
import type { OutputOf } from '#contracts/contract.ts';
import type { Language } from '#domain/languages.ts';
import { moneyText, parseMoney } from '#domain/money.ts';
import type { Refused } from '#domain/refusals.ts';
import { readTotals } from '#server/ledger/index.ts';
import type { Services } from '#server/api/services.ts';
import type { FileAnswer } from '#server/api/route.ts';
import { csvFile } from './csv-file.ts';
import { moneyByDay } from './money-by-day.ts';
import { type Period, periodOf, today } from './period.ts';

type Balances = OutputOf<typeof getBalances>;

/** Sums of entries, not stored balances: the total must be 0. */
export async function balances({ db }: Pick<Services, 'db'>): Promise<Balances> {
  const { sums, holders, holdersAt } = await readTotals(db);
  const balanceOf = (kind: (typeof LEDGER_ACCOUNTS)[number]) => sums.get(kind) ?? 0n;
  const total = LEDGER_ACCOUNTS.reduce((sum, kind) => sum + balanceOf(kind), 0n);
  return {
    accounts: LEDGER_ACCOUNTS.map((kind) => ({ kind, balance: moneyText(balanceOf(kind)) })),
    owed: moneyText(balanceOf('available') + balanceOf('held')),
    members_with_money: holders === null || !holdersAt ? null : { count: holders, at: holdersAt.toISOString() },
    sum: moneyText(total),
  };
}

export async function money(services: Services, input: Period): Promise<OutputOf<typeof getMoneyByDay>> {
  const period = periodOf(services, input);
  const items = await moneyByDay(services, period);
  return { ...period, items, total: sumDays(items) };
}

const FIGURES = ['in', 'out', 'accrued', 'fees', 'sales'] as const;

function sumDays(items: readonly DayOfMoney[]): DayOfMoney {
  const sums = FIGURES.map((name) => {
    const sum = items.reduce((micros, day) => micros + signed(day[name]), 0n);
    return [name, moneyText(sum)] as const;
  });
  return { day: '', ...(Object.fromEntries(sums) as Omit<DayOfMoney, 'day'>) };
}

function signed(text: string): bigint {
  return text.startsWith('-') ? -(parseMoney(text.slice(1)) ?? 0n) : (parseMoney(text) ?? 0n);
}

const NO_LIMIT = Number.MAX_SAFE_INTEGER;

export function accountsCsv(services: Services, language: Language): Promise<FileAnswer | Refused> {
  return csvFile(
    services,
    { name: ['accounts'], head: ['account', 'balance'], language },
    {
      max: NO_LIMIT,
      read: async () => {
        const { accounts } = await balances(services);
        return { rows: accounts.map(({ kind, balance }) => [kind, { amount: balance }]), next: null };
      },
    },
  );
}

export function moneyCsv(services: Services, input: Period, language: Language): Promise<FileAnswer | Refused> {
  const { from, to } = periodOf(services, input);
  return csvFile(
    services,
    { name: ['money', from, to], head: ['day', ...FIGURES], language },
    {
      max: NO_LIMIT,
      read: async () => {
        const { items } = await money(services, input);
        return { rows: items.map((day) => [day.day, ...FIGURES.map((name) => ({ amount: day[name] }))]), next: null };
      },
    },
  );
}

const MEMBERS_AT_ONCE = 1_000;

export function balancesCsv(services: Services, language: Language): Promise<FileAnswer | Refused> {
  return csvFile(
    services,
    { name: ['balances', today(services)], head: ['username', 'available', 'held'], language },
    {
      max: NO_LIMIT,
      read: async (cursor) => {
        const { rows } = await services.db.execute<{
          id: number;
          username: string;
          available: string;
          held: string;
        }>(sql`
        select m.id, m.username, coalesce(a.balance, 0)::text as available, coalesce(h.balance, 0)::text as held
        from (select id, username from members where id > ${Number(cursor ?? 0)} order by id limit ${MEMBERS_AT_ONCE}) m
        left join ledger_accounts a on a.member_id = m.id and a.kind = 'available'
        left join ledger_accounts h on h.member_id = m.id and h.kind = 'held'
        order by m.id`);
        const lines = rows.map(({ username, available, held }) => {
          return [username, ...[available, held].map((micros) => ({ amount: moneyText(BigInt(micros)) }))];
        });
        return { rows: lines, next: rows.length < MEMBERS_AT_ONCE ? null : String(rows.at(-1)?.id) };
      },
    },
  );
}
