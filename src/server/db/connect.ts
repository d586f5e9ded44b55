import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import { requireNewestPrimary } from './newest-primary.ts';
import { openPool } from './open-pool.ts';
import { transactionsOn } from './transaction.ts';

export type Db = NodePgDatabase;

export type Database = {
  /** For what stands alone; never inside a transaction. */
  db: Db;
  /** For transactions, and whatever else keeps a connection for a while. */
  pool: pg.Pool;
  /** The connections of `db`. */
  reads: pg.Pool;
  /** Commits what `work` did, or nothing of it. Inside, only `tx` may be used. */
  transaction<T>(work: (tx: Db) => Promise<T>): Promise<T>;
  close(): Promise<void>;
};

/** Nobody waits longer than this for the database; then the answer is 503. */
const LIMITS_MS = { connect: 3_000, statement: 4_000 };

/** Two pools, so that nobody who only looks waits for transactions: a withdrawal keeps its line while a PIN is hashed. */
export function connect(
  databaseUrl: string,
  maxConnections = 10,
  ownLimitsMs: Partial<typeof LIMITS_MS> = {},
): Database {
  const { connect: connectMs, statement: statementMs } = { ...LIMITS_MS, ...ownLimitsMs };
  const limits = { max: maxConnections, connectMs, statementMs, onConnect: requireNewestPrimary() };
  const pool = openPool(databaseUrl, limits);
  const reads = openPool(databaseUrl, limits);
  return {
    db: drizzle({ client: reads }),
    pool,
    reads,
    transaction: transactionsOn(pool),
    close: async () => void (await Promise.all([pool.end(), reads.end()])),
  };
}
