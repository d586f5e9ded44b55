import { sql } from 'drizzle-orm';
import type { Db } from './connect.ts';
import { LOCK_TIMEOUT, MIGRATION_LOCK, readMigrations } from './migrations.ts';

/** Rolls back the last migration; the next start applies it again. `before` is called before the schema changes. */
export async function migrateBack(
  tx: Db,
  folder?: string,
  before: (tag: string) => Promise<void> = async () => {},
): Promise<{ tag: string } | { refused: string }> {
  const { rows: locks } = await tx.execute<{ is_ours: boolean }>(
    sql`select pg_try_advisory_xact_lock(${MIGRATION_LOCK}) as is_ours`,
  );
  if (!locks[0]?.is_ours) return { refused: 'Another process is changing the schema at the moment.' };
  const { rows } = await tx.execute<{ created_at: string }>(
    sql`select created_at from drizzle.__drizzle_migrations order by created_at desc limit 1`,
  );
  const madeAt = Number(rows[0]?.created_at);
  const last = readMigrations(folder).find((migration) => migration.madeAt === madeAt);
  if (!last) return { refused: 'The last migration is of a later version; only that one can take it back.' };
  if (!last.back)
    return { refused: `There is no way back from ${last.tag}: the previous version runs on this schema.` };
  await before(last.tag);
  await tx.execute(sql.raw(`set local lock_timeout = '${LOCK_TIMEOUT}'`));
  for (const statement of last.back) await tx.execute(sql.raw(statement));
  await tx.execute(sql`delete from drizzle.__drizzle_migrations where created_at = ${madeAt}`);
  return { tag: last.tag };
}
