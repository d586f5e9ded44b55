import { connect } from '#server/db/connect.ts';

const PATIENCE_MS = 60_000;

/** For what stands for a copy of the app in a crowd: how long a slow machine lets it wait is nobody's question there. */
export const connectPatiently = (databaseUrl: string, maxConnections?: number) =>
  connect(databaseUrl, maxConnections, PATIENCE_MS);
