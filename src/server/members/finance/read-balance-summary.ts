import type { getBalance } from '#contracts/finance.ts';
import type { OutputOf } from '#contracts/contract.ts';
import type { Language } from '#domain/languages.ts';
import { CURRENCY, moneyText } from '#domain/money.ts';
import { waitState } from '#domain/saved-destination.ts';
import { formatMoney } from '#i18n/format.ts';
import { translator } from '#i18n/translator.ts';
import type { Member } from '#server/db/schema/index.ts';
import type { Services } from '#server/api/services.ts';
import { usableAt } from './destinations/wait.ts';
import { readFunds } from './read-funds.ts';
import { withdrawalBlocker } from './withdrawal-blocker.ts';

export async function readBalanceSummary(
  services: Services,
  member: Member,
  language: Language,
): Promise<OutputOf<typeof getBalance>> {
  const funds = await readFunds(services, member.id);
  const { pin, availableMicros, heldMicros, dailyLeftMicros, refundMicros, savedDestinations: saved } = funds;
  const now = services.clock.now();
  const isSavedOnly = waitState(member, now) !== 'off';
  const usableFrom = isSavedOnly ? firstUsable(saved) : now;
  const blocker = withdrawalBlocker(member, services, {
    ...{ pin, availableMicros, dailyLeftMicros, refundMicros, usableFrom },
  });
  const { minimumMicros, feeMicros, dailyLimitMicros, nodeIdPattern } = services.config.withdrawals;
  const t = translator(language);
  const sums = { minimum: moneyWords(minimumMicros, language), available: moneyWords(availableMicros, language) };
  return {
    available: moneyText(availableMicros),
    held: moneyText(heldMicros),
    total: moneyText(funds.earnedMicros),
    paid: moneyText(funds.paidMicros),
    result: moneyText(funds.earnedMicros - funds.paidMicros),
    currency: CURRENCY,
    withdrawal: {
      minimum: moneyText(minimumMicros),
      fee: moneyText(feeMicros),
      refund: moneyText(refundMicros),
      daily_limit: moneyText(dailyLimitMicros),
      daily_left: moneyText(dailyLeftMicros),
      usual_minutes: funds.usualMinutes,
      can_request: !blocker,
      reason: blocker
        ? {
            code: blocker.code,
            detail: t(`finance:obstacles.${blocker.code}`, sums),
            until: blocker.until?.toISOString() ?? null,
          }
        : null,
      node_id_pattern: nodeIdPattern,
      known_destinations: funds.knownDestinations,
      saved_destinations: saved.map((row) => ({
        name: row.name,
        destination: row.destination,
        usable_at: isSavedOnly && usableAt(row) > now ? usableAt(row).toISOString() : null,
      })),
      saved_only: isSavedOnly,
    },
  };
}

function firstUsable(saved: readonly { savedAt: Date }[]): Date | 'never' {
  const [first] = saved.map(usableAt).toSorted((a, b) => a.getTime() - b.getTime());
  return first ?? 'never';
}

function moneyWords(micros: bigint, language: Language): string {
  return `${formatMoney(moneyText(micros), language)} ${CURRENCY}`;
}
