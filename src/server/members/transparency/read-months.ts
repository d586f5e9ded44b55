import { asc, isNotNull } from 'drizzle-orm';
import type { Db } from '#server/db/connect.ts';
import { monthFigures } from '#server/db/schema/index.ts';
import { type GuardedMonth, guardMonths } from './guard-months.ts';

/** All months, newest first: twelve rows a year, and what is hidden depends on earlier ones. */
export async function readMonths(db: Db): Promise<GuardedMonth[]> {
  const rows = await db
    .select()
    .from(monthFigures)
    .where(isNotNull(monthFigures.countedTo))
    .orderBy(asc(monthFigures.month));
  return guardMonths(rows).toReversed();
}
