import pg from 'pg';
import { work } from '#server/base/diagnostics.ts';
import { TracedClient, TracedPool } from './trace-queries.ts';

/** PostgreSQL's own no comes first: it costs one question, ours a connection and whoever else waits on it. */
const GRACE_MS = 250;

/**
 * On a disk without moving parts any page costs about the same. Told otherwise, PostgreSQL may keep a plan that collects
 * a whole team and sorts it, as soon as enough of its rows have changed since they were last vacuumed (decision 0059).
 */
const DISK = '-c random_page_cost=1.1';

type PoolOptions = {
  max: number;
  connectMs: number;
  statementMs: number;
  onConnect?: (client: pg.ClientBase) => Promise<void>;
};

export function openPool(databaseUrl: string, options: PoolOptions): pg.Pool {
  const { max, connectMs, statementMs, onConnect } = options;
  const isTraced = work.start.hasSubscribers;
  const pool = new (isTraced ? TracedPool : pg.Pool)({
    connectionString: databaseUrl,
    max,
    connectionTimeoutMillis: connectMs,
    statement_timeout: statementMs,
    query_timeout: statementMs + GRACE_MS,
    idle_in_transaction_session_timeout: 10_000,
    application_name: 'atrium',
    options: DISK,
    pipeline: true,
    ...(onConnect && { onConnect }),
    ...(isTraced && { Client: TracedClient }),
  });
  // A connection that breaks is replaced, and whoever used it gets the error; unheard, it would end the process.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}
