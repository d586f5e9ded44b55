import { connect } from '#server/db/connect.ts';

const PATIENCE_MS = 60_000;

/** Long timeouts, because most tests don't test how long a slow machine lets connections wait. */
export const connectPatiently = (databaseUrl: string, maxConnections?: number) =>
  connect(databaseUrl, maxConnections, { connect: PATIENCE_MS, statement: PATIENCE_MS });
