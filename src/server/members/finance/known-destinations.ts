import { and, eq, type SQL, sql, type SQLWrapper } from 'drizzle-orm';
import type { Db } from '#server/db/connect.ts';
import { withdrawals } from '#server/db/schema/index.ts';

export async function isKnownDestination(db: Db, memberId: number, destination: string): Promise<boolean> {
  const { memberId: owner, state, destination: target } = withdrawals;
  return (await db.$count(withdrawals, and(eq(owner, memberId), eq(state, 'completed'), eq(target, destination)))) > 0;
}

/** With more destinations, a form may ask for a code that the server doesn't need. */
const MAX_TOLD = 50;

/** Null without a second factor: then no destination needs a code. */
export function knownDestinations(memberId: SQLWrapper): SQL<string[] | null> {
  return sql`(
    select array(
      select destination from withdrawals where member_id = ${memberId} and state = 'completed'
      group by destination order by max(requested_at) desc limit ${sql.raw(String(MAX_TOLD))})
    from member_totps where member_id = ${memberId})`;
}
