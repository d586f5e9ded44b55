import { connect } from '#server/db/connect.ts';

const PATIENCE_MS = 60_000;

/** How long a slow machine lets a crowd wait is no question of most tests. */
export const connectPatiently = (databaseUrl: string, maxConnections?: number) =>
  connect(databaseUrl, maxConnections, { connect: PATIENCE_MS, statement: PATIENCE_MS });
