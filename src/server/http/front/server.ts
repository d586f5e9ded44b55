import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { getRequestListener, type HttpBindings } from '@hono/node-server';
import { acceptedLanguage, type Language, type SiteLanguages } from '#domain/languages.ts';
import { readTarget, type Target } from '#domain/plain-path.ts';
import { translator } from '#i18n/translator.ts';
import { currentRequestId, type Log } from '#server/base/log.ts';
import { type RequestInfo, type RequestHandler, visitorAddress, visitorAgent } from '#server/api/request-info.ts';
import { logRequest } from './request-log.ts';
import { headersOfRefusal } from './security-headers.ts';

const LIMITS = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 1_000,
};

const UNREADABLE: Target = { path: '/*', search: '' };

type Options = { trustedProxyHops: number; publicOrigin?: string; languages?: SiteLanguages; log?: Log };
type Shortcut = (requestInfo: RequestInfo) => boolean;

/** The caller starts and stops it. The shortcut runs before Hono, which costs 0.1 ms per request. */
export function createHttpServer(
  handle: RequestHandler,
  { trustedProxyHops, publicOrigin = '', languages, log }: Options,
  shortcut: Shortcut = () => false,
  isStopping: () => boolean = () => false,
): Server {
  const requestInfos = new WeakMap<IncomingMessage, RequestInfo>();
  const requestInfoOf = (bindings: HttpBindings, target: Target): RequestInfo => ({
    ...bindings,
    ...target,
    address: visitorAddress(bindings.incoming, trustedProxyHops),
    host: bindings.incoming.headers.host,
    userAgent: visitorAgent(bindings.incoming),
    requestId: currentRequestId.getStore() ?? randomUUID(),
    startedAt: performance.now(),
    language: acceptedLanguage(bindings.incoming.headers['accept-language'], languages),
  });
  // Hono replaces the global `Response`: its bodies reach the socket without a stream.
  const listener = getRequestListener(
    (request, env) => handle(request, requestInfos.get((env as HttpBindings).incoming) as RequestInfo),
    {
      // HTTP/1.0 health checks send no Host. `checkRequests` refuses other requests without one.
      hostname: 'localhost',
    },
  );
  return createServer(LIMITS, (incoming, outgoing) => {
    // Proxies must not send another request on this connection.
    if (isStopping()) outgoing.shouldKeepAlive = false;
    currentRequestId.run(randomUUID(), () => {
      const target = readTarget(incoming.url ?? '');
      const requestInfo = requestInfoOf({ incoming, outgoing }, target ?? UNREADABLE);
      requestInfos.set(incoming, requestInfo);
      const refuse = (status: 400 | 404, text: string) =>
        refuseRequest(requestInfo, { status, text, publicOrigin }, log);
      if (hasTwoHosts(incoming)) refuse(400, 'More than one host.');
      else if (!target) refuse(404, notFound(incoming.url, requestInfo.language));
      else if (!shortcut(requestInfo)) void listener(incoming, outgoing);
    });
  });
}

/** Node reports the first `Host`; a proxy may have used the second. */
function hasTwoHosts({ rawHeaders }: IncomingMessage): boolean {
  return rawHeaders.filter((text, index) => index % 2 === 0 && text.toLowerCase() === 'host').length > 1;
}

function notFound(url = '', language: Language): string {
  if (!/^\/(operator\/)?api\//.test(url)) return 'Not found.';
  return JSON.stringify({ code: 'not_found', detail: translator(language)('refusals:not_found') });
}

type Refusal = { status: 400 | 404; text: string; publicOrigin: string };

function refuseRequest(requestInfo: RequestInfo, refusal: Refusal, log: Log | undefined): void {
  const { status, text, publicOrigin } = refusal;
  const { outgoing, requestId } = requestInfo;
  const headers = {
    ...headersOfRefusal(publicOrigin),
    'content-type': text.startsWith('{') ? 'application/json' : 'text/plain; charset=utf-8',
    'cache-control': 'no-store',
    connection: 'close',
    'x-request-id': requestId,
  };
  outgoing.writeHead(status, headers).end(text);
  if (log) logRequest(log, requestInfo, status);
}
