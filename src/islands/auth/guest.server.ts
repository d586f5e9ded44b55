import type { APIContext } from 'astro';
import type { PageCall } from '#contracts/call.ts';
import type { OutputOf } from '#contracts/contract.ts';
import { getPartner } from '#contracts/partner.ts';
import { readRef, USERNAME_PATTERN } from '#domain/identity.ts';
import { type ReturnTo, readReturnAddress } from '#domain/return-address.ts';

type Inviter =
  | { state: 'none' }
  | { state: 'found'; card: OutputOf<typeof getPartner> }
  | { state: 'unknown' }
  /** The member may exist, but the card could not be read. */
  | { state: 'unseen' };

export function cardOf(inviter: Inviter) {
  return inviter.state === 'found' ? inviter.card : undefined;
}

export async function findInviter(call: PageCall, code: string): Promise<Inviter> {
  if (!code) return { state: 'none' };
  const ref = readRef(code);
  if (!ref) return { state: 'unknown' };
  const answer = await call(getPartner, { ref });
  if (answer.success) return { state: 'found', card: answer.data };
  return { state: answer.error.code === 'not_found' ? 'unknown' : 'unseen' };
}

export function returnToOf({ locals, url }: Pick<APIContext, 'locals' | 'url'>): ReturnTo {
  const returnTo = readReturnAddress(url.searchParams.get('return_to'), locals.language);
  return { returnTo, isEnded: url.searchParams.get('ended') === 'yes' };
}

/** Username of the account that this browser has just activated. */
export function activatedLogin({ locals }: Pick<APIContext, 'locals'>): string | undefined {
  const login = locals.pageContext.cookies.get('login');
  return login && USERNAME_PATTERN.test(login) ? login : undefined;
}
