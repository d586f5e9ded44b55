import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { traceQueries } from './trace-queries.ts';
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
/** PostgreSQL's own no comes first: it costs one question, ours a connection and whoever else waits on it. */
const GRACE_MS = 250;
/** Two pools, so that nobody who only looks waits for transactions: a withdrawal keeps its line while a PIN is hashed. */
export function connect(databaseUrl: string, maxConnections = 10, statementMs = LIMITS_MS.statement): Database {
  const pool = openPool(databaseUrl, { max: maxConnections, statementMs });
  const reads = openPool(databaseUrl, { max: maxConnections, statementMs });
  return {
    db: drizzle({ client: reads }),
    pool,
    reads,
    transaction: transactionsOn(pool),
    close: async () => void (await Promise.all([pool.end(), reads.end()])),
  };
}

/**
 * On a disk without moving parts any page costs about the same. Told otherwise, PostgreSQL may keep a plan that collects
 * a whole team and sorts it, as soon as enough of its rows have changed since they were last vacuumed (decision 0059).
 */
const DISK = '-c random_page_cost=1.1';

type PoolOptions = { max: number; statementMs: number };

function openPool(databaseUrl: string, { max, statementMs }: PoolOptions): pg.Pool {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max,
    connectionTimeoutMillis: LIMITS_MS.connect,
    statement_timeout: statementMs,
    query_timeout: statementMs + GRACE_MS,
    idle_in_transaction_session_timeout: 10_000,
    application_name: 'atrium',
    options: DISK,
    pipeline: true,
  });
  // A connection that breaks is replaced, and whoever used it gets the error; unheard, it would end the process.
  pool.on('error', () => {});
  pool.on('connect', (client) => {
    client.on('error', () => {});
    traceQueries(client);
  });
  traceQueries(pool);
  return pool;
}
