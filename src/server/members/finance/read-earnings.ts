import { and, between, eq, inArray, sql } from 'drizzle-orm';
import type { OutputOf } from '#contracts/contract.ts';
import type { getEarnings } from '#contracts/earnings.ts';
import { addMonths, monthsBetween } from '#domain/days.ts';
import { EARNED_KINDS, EARNINGS_MONTHS } from '#domain/history.ts';
import { moneyText } from '#domain/money.ts';
import { isoDay } from '#i18n/format.ts';
import { prepared } from '#server/db/prepared.ts';
import { ledgerAccounts, ledgerDays, type Member } from '#server/db/schema/index.ts';
import type { Services } from '#server/api/services.ts';

/** Reads daily sums, so its cost depends on days and not on entries. */
export async function readEarnings(
  { db, clock, config: { timeZone } }: Pick<Services, 'db' | 'clock' | 'config'>,
  { id: memberId, registeredAt }: Member,
): Promise<OutputOf<typeof getEarnings>> {
  const today = isoDay(clock.now(), timeZone);
  const oldest = addMonths(today, 1 - EARNINGS_MONTHS);
  // Another process's clock may be ahead.
  const registered = [isoDay(registeredAt, timeZone), today].toSorted()[0] ?? today;
  const months = monthsBetween(registered > oldest ? registered : oldest, today);
  const rows = await earningsQuery(db).execute({ memberId, first: `${months[0]}-01`, today });
  const sumOf = (month: string, kind: (typeof EARNED_KINDS)[number]) =>
    BigInt(rows.find((row) => row.month === month && row.kind === kind)?.micros ?? 0);
  const sums = months.map((month) => [month, sumOf(month, 'accrual'), sumOf(month, 'correction')] as const);
  return {
    items: sums.map(([month, accrual, correction]) => ({
      month,
      accrual: moneyText(accrual),
      correction: moneyText(correction),
      earned: moneyText(accrual + correction),
    })),
    next: null,
    earned: moneyText(sums.reduce((total, [, accrual, correction]) => total + accrual + correction, 0n)),
  };
}

const month = sql<string>`to_char(${ledgerDays.day}, 'YYYY-MM')`;

const earningsQuery = prepared((db) =>
  db
    .select({ month, kind: ledgerDays.kind, micros: sql<string>`sum(${ledgerDays.amountMicros})` })
    .from(ledgerDays)
    .innerJoin(ledgerAccounts, eq(ledgerAccounts.id, ledgerDays.accountId))
    .where(
      and(
        eq(ledgerAccounts.memberId, sql.placeholder('memberId')),
        eq(ledgerAccounts.kind, 'available'),
        between(ledgerDays.day, sql.placeholder('first'), sql.placeholder('today')),
        inArray(ledgerDays.kind, [...EARNED_KINDS]),
      ),
    )
    .groupBy(sql`1`, ledgerDays.kind)
    .prepare('earnings'),
);
