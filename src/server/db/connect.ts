import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import { requireNewestPrimary } from './newest-primary.ts';
import { openPool } from './open-pool.ts';
import { transactionsOn } from './transaction.ts';

export type Db = NodePgDatabase;

export type Database = {
  /** For single statements; never inside a transaction. */
  db: Db;
  /** For transactions and other work that holds a connection. */
  pool: pg.Pool;
  reads: pg.Pool;
  /** Commits all that `work` did, or rolls it back. Inside, use only `tx`. */
  transaction<T>(work: (tx: Db) => Promise<T>): Promise<T>;
  close(): Promise<void>;
};

const LIMITS_MS = { connect: 3_000, statement: 4_000 };

/** Two pools, so that reads don’t wait for transactions: a withdrawal holds its connection while a PIN is hashed. */
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
