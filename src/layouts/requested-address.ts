import type { APIContext } from 'astro';
import { currentAddress } from '#domain/return-address.ts';

/** Uses `originPathname`, because a rewrite to an error page changes `url`. */
export function requestedAddress({ originPathname, url }: Pick<APIContext, 'originPathname' | 'url'>): string {
  return currentAddress(new URL(originPathname.replace(/(?<=.)\/$/, '') + url.search, url));
}
