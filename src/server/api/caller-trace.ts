import { addressRange } from '#server/base/net/address-range.ts';
import type { Caller } from './caller.ts';

/** What is kept of where somebody came from, so that they know it again: their device and the range of their address. */
export function traceOf({ address, userAgent }: Pick<Caller, 'address' | 'userAgent'>) {
  return { device: deviceOf(userAgent), addressRange: addressRange(address) };
}

/** Most browsers also claim to be the ones they are made from, so the most particular name comes first. */
const BROWSERS = [
  ['Edge', /\bEdg(e|A|iOS)?\//],
  ['Opera', /\bOPR\/|\bOpera\b/],
  ['Yandex Browser', /\bYaBrowser\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(Firefox|FxiOS)\//],
  ['Chrome', /(\b|Headless)(Chrome|CriOS)\//],
  ['Safari', /\bVersion\/.*\bSafari\//],
] as const;

const SYSTEMS = [
  ['iPad', /\biPad\b/],
  ['iPhone', /\biPhone\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['macOS', /\bMac OS X\b|\bMacintosh\b/],
  ['Linux', /\bLinux\b/],
] as const;

/**
 * A browser and its system in our own words, `Firefox, Android`: nothing that the visitor wrote is ever shown.
 */
export function deviceOf(userAgent: string): string {
  const named = [BROWSERS, SYSTEMS].flatMap((list) => list.find(([, pattern]) => pattern.test(userAgent))?.[0] ?? []);
  return named.join(', ');
}
