import { activate, correctSignUp, readSignUp, signUp } from '#contracts/auth.ts';
import type { ApiRequest } from '#contracts/call.ts';
import type { OutputOf } from '#contracts/contract.ts';
import type { Cookies } from '#contracts/page-context.ts';
import type { RefusalCode } from '#domain/refusals.ts';
import type { Answer } from '#server/http/calls/transport.ts';

const OF_SIGN_UP: readonly string[] = [readSignUp.path, correctSignUp.path];

/** Adds the token of the visitor's sign-up, which no script holds. */
export function withSignUp(apiRequest: ApiRequest, cookies: Cookies): ApiRequest {
  const token = cookies.get('sign_up');
  const input = token && OF_SIGN_UP.includes(apiRequest.path) ? readJson(apiRequest.body) : undefined;
  return input ? { ...apiRequest, body: JSON.stringify({ ...input, sign_up: token }) } : apiRequest;
}

export function keepSignUp({ path }: ApiRequest, answer: Answer, cookies: Cookies): Answer {
  if (path === signUp.path && answer.status === signUp.success) {
    const { sign_up: token, ...data } = JSON.parse(answer.text) as OutputOf<typeof signUp>;
    if (token) cookies.set('sign_up', token);
    return { ...answer, text: JSON.stringify(data) };
  }
  if (path === activate.path && answer.status === activate.success) {
    const { username } = JSON.parse(answer.text) as OutputOf<typeof activate>;
    // In the address it would be logged.
    cookies.set('login', username);
  }
  if (OF_SIGN_UP.includes(path) && isOver(answer) && cookies.get('sign_up')) cookies.set('sign_up', undefined);
  return answer;
}

function isOver({ status, text }: Answer): boolean {
  return status === 409 && (JSON.parse(text) as { code: RefusalCode }).code === 'sign_up_over';
}

function readJson(body: ApiRequest['body']): object | undefined {
  try {
    const value: unknown = typeof body === 'string' ? JSON.parse(body) : undefined;
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}
