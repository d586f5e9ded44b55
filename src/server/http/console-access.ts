import type { MiddlewareHandler } from 'hono';
import ipaddr from 'ipaddr.js';
import { CONSOLE_ROOT, isOfConsole } from '#domain/console-paths.ts';
import type { Config } from '#server/config.ts';
import { parseAddress } from './address-range.ts';
import type { HttpEnv } from './request-info.ts';

type Doors = Pick<Config, 'publicOrigin' | 'consoleOrigin' | 'consoleAddresses'>;

/**
 * Where the console is, and for whom. With an origin of its own it is nowhere else, and nothing else is there; with a
 * list of addresses it is not there for anybody else. Who is turned away is told no more than of any wrong address.
 */
export function consoleAccess({ publicOrigin, consoleOrigin, consoleAddresses }: Doors): MiddlewareHandler<HttpEnv> {
  const hasOwnOrigin = consoleOrigin !== publicOrigin;
  const consoleHost = new URL(consoleOrigin).host;
  const ranges = consoleAddresses?.map((one) => readRange(one));
  return (context, next) => {
    const { incoming, address } = context.env;
    const { path } = context.req;
    const isConsole = isOfConsole(path);
    const isAtHome = hasOwnOrigin && incoming.headers.host?.toLowerCase() === consoleHost;
    if (isAtHome && path === '/') return Promise.resolve(context.redirect(CONSOLE_ROOT));
    const isWrongPlace = hasOwnOrigin && isConsole !== isAtHome;
    if (isWrongPlace || (isConsole && ranges && !isWithin(address, ranges))) {
      return Promise.resolve(context.text('Not found.', 404));
    }
    return next();
  };
}

type Range = [ipaddr.IPv4 | ipaddr.IPv6, number];

function readRange(text: string): Range {
  if (text.includes('/')) return ipaddr.parseCIDR(text);
  const address = ipaddr.parse(text);
  return [address, address.kind() === 'ipv4' ? 32 : 128];
}

function isWithin(address: string, ranges: readonly Range[]): boolean {
  const parsed = parseAddress(address);
  return ranges.some(([start, bits]) => parsed?.kind() === start.kind() && parsed.match(start, bits));
}
