import { activate } from '#contracts/auth.ts';
import type { ApiRequest } from '#contracts/call.ts';
import type { OutputOf } from '#contracts/contract.ts';
import type { Cookies } from '#contracts/page-context.ts';
import type { Answer } from '#server/http/calls/transport.ts';

/** Remembers the activated account for the sign-in form: an address would be logged. */
export function keepLogin({ path }: ApiRequest, { status, text }: Answer, cookies: Cookies): void {
  if (path !== activate.path || status !== activate.success) return;
  const { username } = JSON.parse(text) as OutputOf<typeof activate>;
  cookies.set('login', username);
}
