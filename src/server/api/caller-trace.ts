import { addressRange } from '#server/base/net/address-range.ts';
import type { Caller } from './caller.ts';

export function traceOf({ address, userAgent }: Pick<Caller, 'address' | 'userAgent'>) {
  return { device: deviceOf(userAgent), addressRange: addressRange(address) };
}

/** Most specific first: most browsers also claim to be those they derive from. */
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

/** Returns our own words only, such as `Firefox, Android`; never text of the user agent. */
export function deviceOf(userAgent: string): string {
  const names = [BROWSERS, SYSTEMS].flatMap((list) => list.find(([, pattern]) => pattern.test(userAgent))?.[0] ?? []);
  return names.join(', ');
}
