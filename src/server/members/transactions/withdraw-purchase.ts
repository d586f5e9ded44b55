import { eq } from 'drizzle-orm';
import { CURRENCY, moneyText } from '#domain/money.ts';
import { placeNumber } from '#domain/places.ts';
import { type Refused, refuse } from '#domain/refusals.ts';
import { formatDate, formatMoney } from '#i18n/format.ts';
import { textIn } from '#i18n/texts-by-language.ts';
import { translator } from '#i18n/translator.ts';
import type { Language } from '#domain/languages.ts';
import { isStillMember } from '#server/members/auth/index.ts';
import type { Db } from '#server/db/connect.ts';
import { places, plans, purchaseWithdrawals } from '#server/db/schema/index.ts';
import type { Services } from '#server/api/services.ts';
import type { MemberCaller } from '#server/api/caller.ts';
import { refundSale } from '#server/ledger/index.ts';
import { vacatePlace } from '#server/members/places/index.ts';
import { findTransaction, lockTransaction, notifyOwner, purposeOf, type TransactionRow } from './move-transaction.ts';

/** Once, until the last day that was stored with the purchase. Refund, record and freed seat are one transaction. */
export async function withdrawMemberPurchase(
  tx: Db,
  services: Services,
  { id }: { id: string },
  { session: { member }, language }: MemberCaller,
): Promise<TransactionRow | Refused> {
  const found = await findTransaction(tx, id, member.id);
  if (!found) return refuse('not_found');
  const row = await lockTransaction(tx, found);
  if (!(await isStillMember(tx, member.id))) return refuse('no_session');
  if (row.state !== 'active' || !row.withdrawUntil) return refuse('not_found');
  if (await isWithdrawn(tx, row.id)) return row;
  const at = services.clock.now();
  if (at > row.withdrawUntil) return refuse('purchase_withdrawal_over');
  const refundId = await refundSale(tx, services, purposeOf(row), row.price);
  const { placeId, statement } = await declare(tx, services, row, language);
  await tx.insert(purchaseWithdrawals).values({
    ...{ transactionId: row.id, memberId: row.memberId, placeId, amountMicros: row.price },
    ...{ refundId, at, language, statement },
  });
  await vacatePlace(tx, services, row);
  await notifyOwner(tx, services, row, 'purchase-withdrawn');
  return row;
}

async function isWithdrawn(tx: Db, id: string): Promise<boolean> {
  return (await tx.$count(purchaseWithdrawals, eq(purchaseWithdrawals.transactionId, id))) > 0;
}

/** The member's declaration, in the words that the page shows before “Confirm”. */
async function declare(tx: Db, { config }: Services, row: TransactionRow, language: Language) {
  const [bought] = await tx
    .select({ id: places.id, openedAt: places.openedAt, platform: plans.platform, title: plans.title })
    .from(places)
    .innerJoin(plans, eq(plans.id, places.planId))
    .where(eq(places.transactionId, row.id));
  if (!bought) throw new Error(`Transaction ${row.id} has no place.`);
  const statement = translator(language)('transactions:withdraw.statement', {
    title: textIn(bought.title, language),
    number: placeNumber(bought.platform, bought.id),
    date: formatDate(bought.openedAt, config.timeZone),
    amount: `${formatMoney(moneyText(row.price), language)} ${CURRENCY}`,
  });
  return { placeId: bought.id, statement };
}
