import { inArray, sql } from 'drizzle-orm';
import type { getNodeBalance } from '#contracts/console/withdrawals.ts';
import type { OutputOf } from '#contracts/contract.ts';
import { moneyText } from '#domain/money.ts';
import { OPEN_STATES } from '#domain/withdrawal.ts';
import type { Services } from '#server/api/services.ts';
import type { NodeClient } from '#server/node/index.ts';
import { withdrawals } from '#server/db/schema/index.ts';

type Reading = Pick<Services, 'db' | 'node' | 'clock'>;

export async function readNodeBalance(services: Reading): Promise<OutputOf<typeof getNodeBalance>> {
  const [availableMicros, waitingMicros] = await Promise.all([readRecent(services), sumOpen(services)]);
  return {
    available: availableMicros === undefined ? null : moneyText(availableMicros),
    waiting: moneyText(waitingMicros),
    is_enough: availableMicros === undefined || availableMicros >= waitingMicros,
  };
}

const FRESH_MS = 15_000;

const latestOf = new WeakMap<NodeClient, { askedAt: Date; balance: Promise<bigint | undefined> }>();

/** Pages that open at once share one call; a node without an answer is not asked by each. */
function readRecent({ node, clock }: Reading): Promise<bigint | undefined> {
  const now = clock.now();
  const latest = latestOf.get(node);
  if (latest && now.getTime() - latest.askedAt.getTime() < FRESH_MS) return latest.balance;
  const balance = node.readBalance();
  latestOf.set(node, { askedAt: now, balance });
  return balance;
}

async function sumOpen({ db }: Reading): Promise<bigint> {
  const [open] = await db
    .select({ micros: sql<string>`coalesce(sum(${withdrawals.amountMicros} - ${withdrawals.fee}), 0)::text` })
    .from(withdrawals)
    .where(inArray(withdrawals.state, [...OPEN_STATES]));
  return BigInt(open?.micros ?? 0);
}
