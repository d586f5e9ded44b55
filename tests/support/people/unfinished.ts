import { and, eq, notInArray } from 'drizzle-orm';
import { transactions } from '#server/db/schema/index.ts';
import { memberOf, type Stage } from '../app/stage.ts';
import { WALLET } from './money.ts';

/** Payment data as a node would report it. */
export const PAYABLE = { address: WALLET, payUrl: 'https://node.example/pay' };

/** Changes a member's unfinished transaction as a report of the node would. Resolves to its id. */
export async function changeUnfinished(
  stage: Stage,
  username: string,
  change: Partial<typeof transactions.$inferInsert>,
): Promise<string> {
  const { id: memberId } = await memberOf(stage, username);
  const isUnfinished = and(
    eq(transactions.memberId, memberId),
    notInArray(transactions.state, ['active', 'cancelled']),
  );
  const [row] = await stage.services.db.update(transactions).set(change).where(isUnfinished).returning();
  if (!row) throw new Error(`${username} has finished everything.`);
  return row.id;
}
