import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { addressKey } from '#server/api/rate-limits.ts';
import type { Log } from '#server/base/log.ts';

type Limits = { maxConnections: number; maxConnectionsPerAddress: number; trustedProxyHops: number };

/** The last places are for addresses that hold next to nothing: whoever watches over us, and newcomers. */
const RESERVED_FROM = 0.9;
const MAX_PER_NEWCOMER = 4;

const KEEP_ALIVE_MS = 65_000;
const MIN_KEEP_ALIVE_MS = 1_000;
/** Up to this nobody notices; from here on idle connections are kept for less. */
const CROWDED_FROM = 0.5;
const LOG_PAUSE_MS = 60_000;

/**
 * Counts connections, of all sockets we listen at, and closes at once what is too many. Node's own `maxConnections`
 * counts each listening socket for itself, and knows no addresses.
 */
export function limitConnections(server: Server, limits: Limits, log: Log): void {
  const { maxConnections: max, trustedProxyHops } = limits;
  // All that comes through a trusted proxy has the proxy's address.
  const maxPerAddress = trustedProxyHops > 0 ? Infinity : limits.maxConnectionsPerAddress;
  const open = new Map<string, number>();
  let total = 0;
  let loggedAt = -Infinity;

  const change = (who: string, by: 1 | -1) => {
    total += by;
    const count = (open.get(who) ?? 0) + by;
    if (count > 0) open.set(who, count);
    else open.delete(who);
    server.keepAliveTimeout = keepAliveMs(total / max);
  };

  const isTooMany = (who: string) => {
    const own = open.get(who) ?? 0;
    const isReserved = maxPerAddress < Infinity && total >= max * RESERVED_FROM && own >= MAX_PER_NEWCOMER;
    return total >= max || own >= maxPerAddress || isReserved;
  };

  const logFull = () => {
    const now = performance.now();
    if (now - loggedAt < LOG_PAUSE_MS) return;
    loggedAt = now;
    log('warn', 'connections', { open: total, max });
  };

  server.prependListener('connection', (socket: Socket) => {
    const who = addressKey(socket.remoteAddress ?? '');
    if (isTooMany(who)) {
      logFull();
      socket.destroy();
      return;
    }
    change(who, 1);
    socket.once('close', () => change(who, -1));
  });
}

function keepAliveMs(fullness: number): number {
  const room = (1 - fullness) / (1 - CROWDED_FROM);
  return Math.round(Math.max(MIN_KEEP_ALIVE_MS, KEEP_ALIVE_MS * Math.min(1, room)));
}

const MAX_BY_DEFAULT = 10_000;
/** What a system allows that doesn't say: the usual limit of a process. */
const USUAL_FILES = 1_024;

/** Half of the files that the process may have open: the database, the disk and the log need some, and more in a rush. */
export function defaultMaxConnections(): number {
  // Names of everybody who is connected; the types don't know of it yet.
  Object.assign(process.report, { excludeNetwork: true });
  const { userLimits } = process.report.getReport() as { userLimits?: { open_files?: { soft: number | string } } };
  const files = Number(userLimits?.open_files?.soft);
  return Math.min(MAX_BY_DEFAULT, Math.floor((files > 0 ? files : USUAL_FILES) / 2));
}
