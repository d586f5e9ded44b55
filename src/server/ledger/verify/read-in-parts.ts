import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '#server/db/connect.ts';

const AT_ONCE = 2_000;

/** The rows of one statement, a part in memory at a time; only inside a transaction, and one such statement after the other. */
export async function* readInParts<Row>(db: Db, query: SQL): AsyncGenerator<Row[]> {
  await db.execute(sql`declare parts no scroll cursor for ${query}`);
  for (;;) {
    const { rows } = await db.execute(sql.raw(`fetch ${AT_ONCE} from parts`));
    if (rows.length > 0) yield rows as Row[];
    if (rows.length < AT_ONCE) break;
  }
  await db.execute(sql`close parts`);
}
