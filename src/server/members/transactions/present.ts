import { asc, eq, inArray } from 'drizzle-orm';
import type { Transaction } from '#contracts/transactions.ts';
import type { Language } from '#domain/languages.ts';
import { CURRENCY, moneyText } from '#domain/money.ts';
import { placeNumber } from '#domain/places.ts';
import { ACTIVATION_MINUTES, canBeCancelled, isUnfinished } from '#domain/transaction.ts';
import { canWithdraw } from '#domain/withdrawal-right.ts';
import { zoneName } from '#i18n/webinar-time.ts';
import { addSeconds } from '#server/base/clock.ts';
import type { Db } from '#server/db/connect.ts';
import { places, plans, purchaseWithdrawals, transactionPayments, transactionSteps } from '#server/db/schema/index.ts';
import { presentTitle, type PlanRow } from '#server/members/places/index.ts';
import type { TransactionRow } from './move-transaction.ts';

type Place = Pick<typeof places.$inferSelect, 'id' | 'aboveId' | 'seat' | 'closing' | 'closedAt'>;
type TransactionParts = {
  plan: PlanRow;
  steps: (typeof transactionSteps.$inferSelect)[];
  payments: (typeof transactionPayments.$inferSelect)[];
  place: (Place & { withdrawnAt: Date | null }) | undefined;
};

type Display = { language: Language; timeZone: string; now: Date };

export async function presentTransactions(db: Db, rows: TransactionRow[], display: Display): Promise<Transaction[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const planIds = [...new Set(rows.map(({ planId }) => planId))];
  const [planRows, steps, payments, placeRows] = await Promise.all([
    db.select().from(plans).where(inArray(plans.id, planIds)),
    db
      .select()
      .from(transactionSteps)
      .where(inArray(transactionSteps.transactionId, ids))
      .orderBy(asc(transactionSteps.id)),
    db
      .select()
      .from(transactionPayments)
      .where(inArray(transactionPayments.transactionId, ids))
      .orderBy(asc(transactionPayments.id)),
    db
      .select({
        id: places.id,
        transactionId: places.transactionId,
        aboveId: places.aboveId,
        seat: places.seat,
        closing: places.closing,
        closedAt: places.closedAt,
        withdrawnAt: purchaseWithdrawals.at,
      })
      .from(places)
      .leftJoin(purchaseWithdrawals, eq(purchaseWithdrawals.placeId, places.id))
      .where(inArray(places.transactionId, ids)),
  ]);
  return rows.flatMap((row) => {
    const plan = planRows.find(({ id }) => id === row.planId);
    const ofRow = ({ transactionId }: { transactionId: string }) => transactionId === row.id;
    if (!plan) return [];
    const place = placeRows.find(ofRow);
    const parts = { plan, steps: steps.filter(ofRow), payments: payments.filter(ofRow), place };
    return present(row, parts, display);
  });
}

function present(
  row: TransactionRow,
  { plan, steps, payments, place }: TransactionParts,
  { language, timeZone, now }: Display,
): Transaction {
  const { state, price, received, pending, returned, paidAt } = row;
  const isOpen = isUnfinished(state);
  const missing = price - received;
  const withdrawal = row.withdrawUntil && {
    until: row.withdrawUntil.toISOString(),
    withdrawn_at: place?.withdrawnAt?.toISOString() ?? null,
  };
  return {
    id: row.id,
    state,
    platform: plan.platform,
    plan: presentTitle(plan, language),
    price: moneyText(price),
    currency: CURRENCY,
    zone: zoneName(timeZone, language),
    created_at: row.createdAt.toISOString(),
    expires_at: row.expiresAt.toISOString(),
    payment: row.address === null ? null : { address: row.address, url: row.payUrl },
    paid: moneyText(received),
    pending: moneyText(pending),
    missing: moneyText(isOpen && missing > 0n ? missing : 0n),
    returned: moneyText(returned),
    paid_at: paidAt?.toISOString() ?? null,
    active_by: paidAt ? addSeconds(paidAt, ACTIVATION_MINUTES * 60).toISOString() : null,
    has_other_currency: payments.some(({ currency }) => currency !== CURRENCY),
    can_cancel: canBeCancelled(state),
    can_recreate: canBeCancelled(state),
    can_withdraw: canWithdraw(withdrawal, now),
    place: place ? presentOpened(place, plan) : null,
    withdrawal,
    steps: steps.map((step) => ({ state: step.state, at: step.at.toISOString() })),
    payments: payments.map(({ amountMicros, currency, at }) => ({
      amount: moneyText(amountMicros),
      currency,
      at: at.toISOString(),
    })),
  };
}

function presentOpened({ id, aboveId, seat, closing, closedAt }: Place, { platform }: PlanRow): Transaction['place'] {
  return {
    id,
    number: placeNumber(platform, id),
    above: aboveId === null ? null : placeNumber(platform, aboveId),
    seat: seat + 1,
    closing,
    closed_at: closedAt?.toISOString() ?? null,
  };
}
