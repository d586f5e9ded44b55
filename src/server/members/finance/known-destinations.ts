import { and, desc, eq, max } from 'drizzle-orm';
import { hasFactor } from '#server/members/auth/index.ts';
import type { Db } from '#server/db/connect.ts';
import { withdrawals } from '#server/db/schema/index.ts';

export async function isKnownDestination(db: Db, memberId: number, destination: string): Promise<boolean> {
  return (await db.$count(withdrawals, and(isArrived(memberId), eq(withdrawals.destination, destination)))) > 0;
}

/** With more destinations, a form may ask for a code that the server doesn't need. */
const MAX_TOLD = 50;

/** Null without a second factor: then no destination needs a code. */
export async function findKnownDestinations(db: Db, memberId: number): Promise<string[] | null> {
  if (!(await hasFactor(db, memberId))) return null;
  const rows = await db
    .select({ destination: withdrawals.destination })
    .from(withdrawals)
    .where(isArrived(memberId))
    .groupBy(withdrawals.destination)
    .orderBy(desc(max(withdrawals.requestedAt)))
    .limit(MAX_TOLD);
  return rows.map(({ destination }) => destination);
}

function isArrived(memberId: number) {
  return and(eq(withdrawals.memberId, memberId), eq(withdrawals.state, 'completed'));
}
