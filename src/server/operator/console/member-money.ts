import { desc, eq } from 'drizzle-orm';
import type { MemberCard } from '#contracts/console/member-card.ts';
import type { Language } from '#domain/languages.ts';
import { moneyText } from '#domain/money.ts';
import { isRefused } from '#domain/refusals.ts';
import { textIn } from '#i18n/texts-by-language.ts';
import type { Db } from '#server/db/connect.ts';
import { places, plans, transactions, withdrawals } from '#server/db/schema/index.ts';
import { readBalance, readResult } from '#server/ledger/index.ts';
import { presentSums, readSums } from '#server/members/finance/index.ts';
import { readLines } from './member-ledger.ts';

type Shown = { latest: number; language: Language };
type Money = Pick<MemberCard, 'balance' | 'sums' | 'result' | 'ledger' | 'places' | 'withdrawals' | 'transactions'>;

export async function readMoney(db: Db, memberId: number, shown: Shown): Promise<Money> {
  const [balance, sums, { earnedMicros, paidMicros }, lines, lists] = await Promise.all([
    readBalance(db, memberId),
    readSums(db, memberId),
    readResult(db, memberId),
    readLines(db, memberId, { limit: shown.latest, language: shown.language }),
    readLists(db, memberId, shown),
  ]);
  const { earned, paid_in, went_out } = presentSums(sums);
  return {
    balance: { available: moneyText(balance.availableMicros), held: moneyText(balance.heldMicros) },
    sums: { earned, paid_in, went_out },
    result: { paid: moneyText(paidMicros), result: moneyText(earnedMicros - paidMicros) },
    ledger: isRefused(lines) ? [] : lines.items,
    ...lists,
  };
}

async function readLists(
  db: Db,
  memberId: number,
  { latest, language }: Shown,
): Promise<Pick<MemberCard, 'places' | 'withdrawals' | 'transactions'>> {
  const [ofPlaces, ofWithdrawals, ofTransactions] = await Promise.all([
    db
      .select()
      .from(places)
      .innerJoin(plans, eq(plans.id, places.planId))
      .where(eq(places.memberId, memberId))
      .orderBy(desc(places.id))
      .limit(latest),
    db
      .select()
      .from(withdrawals)
      .where(eq(withdrawals.memberId, memberId))
      .orderBy(desc(withdrawals.requestedAt), desc(withdrawals.id))
      .limit(latest),
    db
      .select()
      .from(transactions)
      .innerJoin(plans, eq(plans.id, transactions.planId))
      .where(eq(transactions.memberId, memberId))
      .orderBy(desc(transactions.createdAt), desc(transactions.id))
      .limit(latest),
  ]);
  return {
    places: ofPlaces.map(({ places: place, plans: { title } }) => ({
      id: place.id,
      plan: textIn(title, language),
      opened_at: place.openedAt.toISOString(),
      expires_at: place.expiresAt?.toISOString() ?? null,
      closed_at: place.closedAt?.toISOString() ?? null,
    })),
    withdrawals: ofWithdrawals.map(({ id, amountMicros, state, requestedAt }) => ({
      ...{ id, state, amount: moneyText(amountMicros), at: requestedAt.toISOString() },
    })),
    transactions: ofTransactions.map(({ transactions: { id, state, price, createdAt }, plans: { title } }) => ({
      ...{ id, state, plan: textIn(title, language), price: moneyText(price), at: createdAt.toISOString() },
    })),
  };
}
