import type { APIContext } from 'astro';
import { here } from '#domain/return-address.ts';

/** Uses `originPathname`, because a rewrite to an error page changes `url`. */
export function askedAddress({ originPathname, url }: Pick<APIContext, 'originPathname' | 'url'>): string {
  return here(new URL(originPathname.replace(/(?<=.)\/$/, '') + url.search, url));
}
