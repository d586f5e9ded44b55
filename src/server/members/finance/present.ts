import { asc, inArray } from 'drizzle-orm';
import type { Withdrawal } from '#contracts/finance.ts';
import type { Language } from '#domain/languages.ts';
import { moneyText } from '#domain/money.ts';
import { withdrawalReason } from '#i18n/withdrawal-reason.ts';
import type { Db } from '#server/db/connect.ts';
import { withdrawalSteps } from '#server/db/schema/index.ts';
import type { Services } from '#server/api/services.ts';
import type { WithdrawalRow } from './move-withdrawal.ts';

type Step = typeof withdrawalSteps.$inferSelect;

export async function presentWithdrawals(
  db: Db,
  services: Services,
  rows: WithdrawalRow[],
  language: Language,
): Promise<Withdrawal[]> {
  const ids = rows.map(({ id }) => id);
  const steps =
    ids.length === 0
      ? []
      : await db
          .select()
          .from(withdrawalSteps)
          .where(inArray(withdrawalSteps.withdrawalId, ids))
          .orderBy(asc(withdrawalSteps.at));
  const byWithdrawal = Map.groupBy(steps, ({ withdrawalId }) => withdrawalId);
  return rows.map((row) => present(services, row, byWithdrawal.get(row.id) ?? [], language));
}

function present({ config }: Services, row: WithdrawalRow, steps: Step[], language: Language): Withdrawal {
  const { explorerUrl } = config.withdrawals;
  return {
    id: row.id,
    destination: row.destination,
    network: row.network,
    amount: moneyText(row.amountMicros),
    fee: moneyText(row.fee),
    arrives: moneyText(row.amountMicros - row.fee),
    state: row.state,
    requested_at: row.requestedAt.toISOString(),
    steps: inOrder(steps).map(({ state, at, actor }) => ({
      state,
      at: at.toISOString(),
      actor: /^(operator|staff):/.test(actor) ? 'operator' : (actor as 'member' | 'platform' | 'node'),
    })),
    reason: withdrawalReason(row, language),
    explorer_url: explorerUrl && row.chainId ? explorerUrl.replace('{id}', encodeURIComponent(row.chainId)) : null,
  };
}

const ORDER = ['requested', 'approved', 'sending', 'completed', 'cancelled', 'rejected', 'failed'];

/** Steps can have the same time. */
function inOrder(steps: Step[]): Step[] {
  return steps.toSorted((a, b) => ORDER.indexOf(a.state) - ORDER.indexOf(b.state));
}
