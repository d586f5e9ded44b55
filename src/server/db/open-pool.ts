import pg from 'pg';
import { work } from '#server/base/diagnostics.ts';
import { TracedClient, TracedPool } from './trace-queries.ts';

/** Lets the server’s timeout fire first: it fails one query, ours closes the whole connection. */
const GRACE_MS = 250;

/** For SSDs. With the default, PostgreSQL may collect and sort a whole team after many changes (docs/design/postgresql.md). */
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
  // The pool replaces broken connections; without listeners their errors would end the process.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}
