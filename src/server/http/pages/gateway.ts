import { logout, refreshSession } from '#contracts/auth.ts';
import { type Refusal, type Result, toResult, toApiRequest, type ApiRequest } from '#contracts/call.ts';
import { CONSOLE_API, type OutputOf } from '#contracts/contract.ts';
import { closeAccount } from '#contracts/data.ts';
import type { Cookies } from '#contracts/page-context.ts';
import type { Connection } from '#server/api/caller.ts';
import { contractAt } from './contract-at.ts';
import { keepSignUp, withSignUp } from './sign-up-cookies.ts';
import type { Answer, Transport } from '#server/http/calls/transport.ts';

type Tokens = OutputOf<typeof refreshSession>;

/** Turns cookies into a bearer token. `no_session` leads to one refresh and one retry. */
export type Gateway = {
  send(apiRequest: ApiRequest): Promise<Answer>;
  openSession(tokens: Tokens & { device?: string }): void;
  closeSession(): Promise<void>;
  openStaffSession(opened: { token: string; device: string }): void;
  closeStaffSession(): void;
};

export function openGateway(transport: Transport, cookies: Cookies, visitor: Connection, tag: string): Gateway {
  const connection: Connection = { ...visitor, sessions: new Map() };
  const sendOnce = (apiRequest: ApiRequest) => {
    const access = cookies.get(isOfConsole(apiRequest) ? 'staff_session' : 'access_token');
    const isToken = access && /^[\w.-]+$/.test(access);
    const headers = isToken ? { ...apiRequest.headers, authorization: `Bearer ${access}` } : apiRequest.headers;
    connection.sinceMs ??= performance.now();
    return transport({ ...apiRequest, headers }, connection);
  };

  const openSession: Gateway['openSession'] = ({ access, refresh, device }) => {
    cookies.set('access_token', access);
    cookies.set('refresh_token', refresh);
    if (device) cookies.set('device', device);
  };

  const closeSession = async () => {
    const refresh = cookies.get('refresh_token');
    cookies.set('access_token', undefined);
    cookies.set('refresh_token', undefined);
    // If this fails, the visitor is still signed out here and the session expires later.
    if (refresh) await transport(toApiRequest(logout, { refresh }, tag), connection).catch(() => undefined);
  };

  const openStaffSession: Gateway['openStaffSession'] = ({ token, device }) => {
    cookies.set('staff_session', token);
    cookies.set('staff_device', device);
  };
  const closeStaffSession = () => cookies.set('staff_session', undefined);

  // Parallel calls of a page share one refresh.
  let refreshing: Promise<Result<Tokens>> | undefined;
  const refreshOnce = (refresh: string) =>
    (refreshing ??= transport(toApiRequest(refreshSession, { refresh }, tag), connection).then((answer) =>
      readAnswer<Tokens>(answer),
    ));

  const send = async (apiRequest: ApiRequest): Promise<Answer> => {
    const first = keepSignUp(apiRequest, await sendOnce(withSignUp(apiRequest, cookies)), cookies);
    const caller = contractAt(apiRequest)?.caller;
    if (isOfConsole(apiRequest)) {
      if (caller === 'staff' && isWithoutSession(first) && cookies.get('staff_session')) closeStaffSession();
      return first;
    }
    if (apiRequest.path === closeAccount.path && apiRequest.method === 'POST' && first.status === 200)
      await closeSession();
    if (caller !== 'member' || !isWithoutSession(first)) return first;
    const refresh = cookies.get('refresh_token');
    if (!refresh) {
      if (cookies.get('access_token')) await closeSession();
      return first;
    }
    const refreshed = await refreshOnce(refresh);
    if (refreshed.success) openSession(refreshed.data);
    // A server error tells nothing about the session, so the cookies stay.
    else if (refreshed.error.status >= 500 || refreshed.error.status === 429) {
      return answerOf(refreshed.error);
    }
    const second = refreshed.success ? await sendOnce(apiRequest) : first;
    if (isWithoutSession(second)) await closeSession();
    return second;
  };

  return { send, openSession, closeSession, openStaffSession, closeStaffSession };
}

function isWithoutSession(answer: Answer): boolean {
  if (answer.status !== 401) return false;
  const result = readAnswer(answer);
  return !result.success && result.error.code === 'no_session';
}

function isOfConsole({ path }: ApiRequest): boolean {
  return path.startsWith(CONSOLE_API);
}

function answerOf({ status, retryAfterSeconds, ...refusal }: Refusal): Answer {
  const headers = new Headers({ 'content-type': 'application/json', 'cache-control': 'no-store' });
  if (retryAfterSeconds !== undefined) headers.set('retry-after', String(retryAfterSeconds));
  return { status, headers, text: JSON.stringify(refusal) };
}

export function readAnswer<Data>({ status, headers, text }: Answer): Result<Data> {
  return toResult(status, headers.get('retry-after'), JSON.parse(text));
}
