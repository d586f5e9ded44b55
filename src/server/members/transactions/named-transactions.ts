import { desc, eq } from 'drizzle-orm';
import type { Transaction } from '#contracts/transactions.ts';
import type { Language } from '#domain/languages.ts';
import { placeNumber } from '#domain/places.ts';
import type { Db } from '#server/db/connect.ts';
import { places, plans, transactions } from '#server/db/schema/index.ts';
import { presentTitle } from '#server/members/places/index.ts';

const NEWEST = 200;

type Named = Pick<Transaction, 'id' | 'state' | 'platform' | 'plan' | 'created_at'> & { place: string | null };

/** The member's newest 200, with the number of the place that each opened. */
export async function namedTransactions(db: Db, memberId: number, language: Language): Promise<Named[]> {
  const rows = await db
    .select({
      id: transactions.id,
      state: transactions.state,
      createdAt: transactions.createdAt,
      plan: { id: plans.id, number: plans.number, title: plans.title, platform: plans.platform },
      placeId: places.id,
    })
    .from(transactions)
    .innerJoin(plans, eq(plans.id, transactions.planId))
    .leftJoin(places, eq(places.transactionId, transactions.id))
    .where(eq(transactions.memberId, memberId))
    .orderBy(desc(transactions.createdAt))
    .limit(NEWEST);
  return rows.map(({ id, state, createdAt, plan, placeId }) => ({
    id,
    state,
    platform: plan.platform,
    plan: presentTitle(plan, language),
    place: placeId === null ? null : placeNumber(plan.platform, placeId),
    created_at: createdAt.toISOString(),
  }));
}
