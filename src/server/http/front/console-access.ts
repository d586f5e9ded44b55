import type { MiddlewareHandler } from 'hono';
import ipaddr from 'ipaddr.js';
import { CONSOLE_ROOT, isOfConsole } from '#domain/console-paths.ts';
import type { Config } from '#server/base/config.ts';
import { parseAddress } from '#server/base/net/address-range.ts';
import type { Connection } from '#server/api/caller.ts';
import { notFound } from './not-found.ts';
import type { HttpEnv } from '#server/api/request-info.ts';

export type ConsoleConfig = Pick<Config, 'publicOrigin' | 'consoleOrigin' | 'consoleAddresses'>;

export function isConsoleOpen(config: ConsoleConfig, { host, address }: Pick<Connection, 'host' | 'address'>): boolean {
  const isWithinReach = !config.consoleAddresses || isWithin(address, config.consoleAddresses.map(readRange));
  return isWithinReach && (!hasOwnOrigin(config) || isConsoleHost(config, host));
}

/** With its own origin, the console exists only there, and that origin serves nothing else. Others get a 404. */
export function consoleAccess(config: ConsoleConfig): MiddlewareHandler<HttpEnv> {
  return (context, next) => {
    const { path, host } = context.env;
    const isAtHome = hasOwnOrigin(config) && isConsoleHost(config, host);
    if (isAtHome && path === '/') return Promise.resolve(context.redirect(CONSOLE_ROOT));
    const isShut = isOfConsole(path) ? !isConsoleOpen(config, context.env) : isAtHome;
    return isShut ? Promise.resolve(notFound()) : next();
  };
}

function hasOwnOrigin({ publicOrigin, consoleOrigin }: ConsoleConfig): boolean {
  return consoleOrigin !== publicOrigin;
}

function isConsoleHost({ consoleOrigin }: ConsoleConfig, host: string | undefined): boolean {
  return host?.toLowerCase() === new URL(consoleOrigin).host;
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
