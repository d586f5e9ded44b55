import { and, desc, eq, max } from 'drizzle-orm';
import { hasFactor } from '#server/members/auth/index.ts';
import type { Db } from '#server/db/connect.ts';
import { withdrawals } from '#server/db/schema/index.ts';

/** Whether a member's money has arrived there before. */
export async function isKnownDestination(db: Db, memberId: number, destination: string): Promise<boolean> {
  return (await db.$count(withdrawals, and(isArrived(memberId), eq(withdrawals.destination, destination)))) > 0;
}

/** A form asks for no code before the server does; a member with more places is asked once too often. */
const MAX_TOLD = 50;

/** Where a member with a second factor may send money without a code of it; nothing for whoever has none. */
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
