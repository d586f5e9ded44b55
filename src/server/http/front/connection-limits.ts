import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { addressKey } from '#server/api/rate-limits.ts';
import type { Log } from '#server/base/log.ts';

type Limits = { maxConnections: number; maxConnectionsPerAddress: number; trustedProxyHops: number };

/** The last 10 % of connections are reserved for addresses that hold fewer than four. */
const RESERVED_FROM = 0.9;
const MAX_PER_NEWCOMER = 4;

const KEEP_ALIVE_MS = 65_000;
const MIN_KEEP_ALIVE_MS = 1_000;
const CROWDED_FROM = 0.5;
const LOG_PAUSE_MS = 60_000;

/** Counts over all listening sockets; Node's `maxConnections` counts per socket and ignores addresses. */
export function limitConnections(server: Server, limits: Limits, log: Log): void {
  const { maxConnections: max, trustedProxyHops } = limits;
  // Behind a trusted proxy all connections have the proxy's address.
  const maxPerAddress = trustedProxyHops > 0 ? Infinity : limits.maxConnectionsPerAddress;
  const open = new Map<string, number>();
  let total = 0;
  let loggedAt = -Infinity;

  const change = (key: string, by: 1 | -1) => {
    total += by;
    const count = (open.get(key) ?? 0) + by;
    if (count > 0) open.set(key, count);
    else open.delete(key);
    server.keepAliveTimeout = keepAliveMs(total / max);
  };

  const isTooMany = (key: string) => {
    const ownCount = open.get(key) ?? 0;
    const isReserved = maxPerAddress < Infinity && total >= max * RESERVED_FROM && ownCount >= MAX_PER_NEWCOMER;
    return total >= max || ownCount >= maxPerAddress || isReserved;
  };

  const logFull = () => {
    const now = performance.now();
    if (now - loggedAt < LOG_PAUSE_MS) return;
    loggedAt = now;
    log('warn', 'connections', { open: total, max });
  };

  server.prependListener('connection', (socket: Socket) => {
    const key = addressKey(socket.remoteAddress ?? '');
    if (isTooMany(key)) {
      logFull();
      socket.destroy();
      return;
    }
    change(key, 1);
    socket.once('close', () => change(key, -1));
  });
}

function keepAliveMs(fullness: number): number {
  const room = (1 - fullness) / (1 - CROWDED_FROM);
  return Math.round(Math.max(MIN_KEEP_ALIVE_MS, KEEP_ALIVE_MS * Math.min(1, room)));
}

const MAX_BY_DEFAULT = 10_000;
const USUAL_FILES = 1_024;

/** Half of the open files limit: database, disk and log need the rest. */
export function defaultMaxConnections(): number {
  // Disables reverse DNS lookups of connected peers. Missing in Node's types.
  Object.assign(process.report, { excludeNetwork: true });
  const { userLimits } = process.report.getReport() as { userLimits?: { open_files?: { soft: number | string } } };
  const files = Number(userLimits?.open_files?.soft);
  return Math.min(MAX_BY_DEFAULT, Math.floor((files > 0 ? files : USUAL_FILES) / 2));
}
