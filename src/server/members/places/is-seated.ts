import { type SQL, sql } from 'drizzle-orm';

/** A withdrawn place doesn't take its seat; its row still holds the places below, until the next place there. */
export function isSeated(table: 'c' | 'p' | 'places'): SQL {
  return sql.raw(`${table}.closing is distinct from 'withdrawn'`);
}
