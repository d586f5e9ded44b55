import type { APIContext } from 'astro';
import { type Leading, readReturnAddress } from '#domain/return-address.ts';

/** What the address of the sign-in page says of where its visitor comes from. */
export function leadingOf({ locals, url }: Pick<APIContext, 'locals' | 'url'>): Leading {
  const returnTo = readReturnAddress(url.searchParams.get('return_to'), locals.language);
  return { returnTo, isEnded: url.searchParams.get('ended') === 'yes' };
}
