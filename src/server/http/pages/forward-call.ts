import type { Context } from 'hono';
import type { ApiRequest } from '#contracts/call.ts';
import { isLanguage, type Language, tagOf } from '#domain/languages.ts';
import { PAGE_OWNER } from '#domain/page-owner.ts';
import { isRefused, refuse, type Refused } from '#domain/refusals.ts';
import { answerRefusal } from '#server/api/answer-refusal.ts';
import { openGateway } from './gateway.ts';
import type { Answer, Transport } from '#server/http/calls/transport.ts';
import { errorFields, type Log } from '#server/base/log.ts';
import { answerOf } from './api-response.ts';
import { type HttpEnv, isBrokenOff } from '#server/api/request-info.ts';
import { routePattern } from '#server/http/front/route-pattern.ts';
import { cookieJar, type CookieStyle } from '#server/http/front/cookies.ts';
import { TooMuch, uploadAt } from '#server/http/calls/uploads.ts';

const SIGNATURE = 'webhook-signature';
const FORWARDED = ['cache-control', 'content-type', 'etag', PAGE_OWNER, 'webhook-id', 'webhook-timestamp', SIGNATURE];

export async function forwardCall(
  context: Context<HttpEnv>,
  { transport, cookieStyle, log }: { transport: Transport; cookieStyle: CookieStyle; log: Log },
): Promise<Response> {
  const { incoming, path, search, address, host, userAgent, requestId } = context.env;
  const method = context.req.method === 'HEAD' ? 'GET' : context.req.method;
  const cookies = cookieJar(incoming.headers.cookie, cookieStyle);
  const language = languageOf(context, cookies.get('lang'));
  if (method !== 'GET' && method !== 'POST') return answerRefusal(refuse('not_found'), language);

  const bearer = context.req.header('authorization');
  const apiRequest: ApiRequest = { method, path: path + search, headers: { 'accept-language': tagOf(language) } };
  if (bearer) apiRequest.headers['authorization'] = bearer;
  for (const name of FORWARDED) {
    const value = context.req.header(name);
    if (value) apiRequest.headers[name] = value;
  }
  const connection = { address, host, userAgent, requestId };
  const isProgram = Boolean(bearer ?? apiRequest.headers[SIGNATURE]);
  // Pages that name no owner may only read.
  if (!isProgram) apiRequest.headers[PAGE_OWNER] ??= '';
  const send = isProgram
    ? (request: ApiRequest) => transport(request, connection)
    : openGateway(transport, cookies, connection, tagOf(language)).send;
  const response = await sendCall(context, apiRequest, send).catch((error: unknown) => {
    if (isBrokenOff(context.env)) return refuse('unreadable');
    log('error', 'call', { requestId, route: routePattern(path), ...errorFields(error) });
    return refuse('unavailable', { retryAfterSeconds: 5 });
  });
  const answer = isRefused(response) ? answerRefusal(response, language) : response;
  // Also after a failure: the session may have been refreshed before.
  cookies.writeTo(answer.headers);
  return answer;
}

/** Navigations carry the browser's language; the cookie has the visitor's choice. */
function languageOf({ req, env }: Context<HttpEnv>, chosen: string | undefined): Language {
  return req.header('sec-fetch-mode') === 'navigate' && isLanguage(chosen) ? chosen : env.language;
}

type Send = (apiRequest: ApiRequest) => Promise<Answer>;

/** Checks by GET that an upload is allowed before reading megabytes. */
async function sendCall(context: Context<HttpEnv>, apiRequest: ApiRequest, send: Send): Promise<Response | Refused> {
  if (apiRequest.method === 'GET') {
    const { stream, ...answer } = await send(apiRequest);
    const isHead = context.req.method === 'HEAD';
    if (isHead) await stream?.cancel();
    return answerOf(isHead || !stream ? answer : { ...answer, stream });
  }
  const upload = uploadAt(context);
  const { req: request } = context;
  if (!upload) return answerOf(await send({ ...apiRequest, body: await request.text() }));
  const { 'content-type': _, ...headers } = apiRequest.headers;
  const { preflightPath = apiRequest.path } = upload;
  const preflight = await send({ ...apiRequest, path: preflightPath, method: 'GET', headers });
  if (preflight.status !== 200) return answerOf(preflight);
  const body = await request.arrayBuffer().catch((error: unknown) => {
    return refuse(error instanceof TooMuch ? upload.tooLarge : 'unreadable');
  });
  return isRefused(body) ? body : answerOf(await send({ ...apiRequest, body: new Uint8Array(body) }));
}
