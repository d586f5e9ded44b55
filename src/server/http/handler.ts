import { Hono } from 'hono';
import { listenToWaiting } from '#contracts/console/overview.ts';
import { listenToEvents } from '#contracts/events.ts';
import { consoleAreas } from '#contracts/console/index.ts';
import { CONSOLE_API } from '#contracts/contract.ts';
import { areas } from '#contracts/index.ts';
import type { Language } from '#domain/languages.ts';
import { refuse } from '#domain/refusals.ts';
import { LOG_PREFIX } from '#domain/seal/log-address.ts';
import type { Clock } from '#server/base/clock.ts';
import type { Config } from '#server/base/config.ts';
import type { Db } from '#server/db/connect.ts';
import { answerRefusal } from '#server/api/answer-refusal.ts';
import { brandFiles } from './brand-files.ts';
import { apiDocs } from './dev/api-docs.ts';
import type { Transport } from './calls/transport.ts';
import { errorFields, type Log } from '#server/base/log.ts';
import { type HttpEnv, isBrokenOff } from '#server/api/request-info.ts';
import { limitBody } from './calls/body-limit.ts';
import { consoleAccess } from './front/console-access.ts';
import { demoCodes } from './dev/demo-codes.ts';
import { forwardCall } from '#server/http/pages/forward-call.ts';
import { compressPages } from './front/compression.ts';
import { answerNotModified } from './front/etag.ts';
import { crawlerRoutes } from './crawlers/index.ts';
import { healthRoutes } from './front/health-routes.ts';
import { mailboxRoutes } from './dev/mailbox-routes.ts';
import { pageRoute, type Render } from '#server/http/pages/page-route.ts';
import { logRoute } from '#server/http/pages/log-route.ts';
import { photoRoute } from '#server/http/pages/photo-route.ts';
import { checkRequests } from './front/request-checks.ts';
import { requestLog } from './front/request-log.ts';
import { routePattern } from './front/route-pattern.ts';
import { securityHeaders } from './front/security-headers.ts';
import { type BuiltFiles, staticFiles, topLevel } from './front/static-files.ts';
import type { PageCache } from '#server/http/pages/page-cache.ts';
import type { CountView } from '#server/http/pages/view-counter.ts';
import { siteOf } from './site.ts';

export type HandlerParts = {
  config: Config;
  clock: Clock;
  log: Log;
  transport: Transport;
  countView: CountView;
  pages: PageCache;
  render: Render;
  /** Undefined with Astro's development server. */
  files: BuiltFiles | undefined;
  /** Undefined if e-mails are sent by SMTP. */
  mailboxDb: Db | undefined;
  isReady: () => Promise<boolean>;
};

/** The order matters: health checks accept any host, so they come before `checkRequests`. */
export function createHandler(parts: HandlerParts): Hono<HttpEnv> {
  const handler = new Hono<HttpEnv>();
  const { config, clock, log, transport, countView, pages, render, files, mailboxDb, isReady } = parts;
  const site = siteOf(config, { hasMailbox: Boolean(mailboxDb), hasBuiltFiles: Boolean(files) });

  handler.use(requestLog(log), answerNotModified, pages.keep, securityHeaders(config.publicOrigin));
  handler.route('/', healthRoutes(isReady));
  handler.use(checkRequests(config, log), limitBody);
  handler.use(compressPages);
  handler.route('/', crawlerRoutes(transport, site, config, clock));
  if (config.brand) handler.route('/', brandFiles(config.brand, files));
  handler.get('/photos/*', photoRoute(transport));
  handler.get(`${LOG_PREFIX}/*`, logRoute(transport));
  if (files) handler.on('GET', topLevel(files.root), staticFiles(files));
  handler.use(consoleAccess(config));
  if (mailboxDb) handler.route('/dev/mail', mailboxRoutes(mailboxDb)).get('/dev/codes', demoCodes(clock));
  // No event stream with `API_URL`: it would hold two connections and outlive this server's stop. Browsers poll.
  if (config.apiUrl)
    handler.on('GET', [listenToEvents.path, listenToWaiting.path], ({ env }) => noStream(env.language));
  if (config.hasApiDocs) handler.get('/api/docs', apiDocs(areas, config));
  if (config.hasApiDocs) handler.get('/operator/api/docs', apiDocs(consoleAreas, config));
  for (const path of ['/api/*', `${CONSOLE_API}*`])
    handler.all(path, (context) => forwardCall(context, { transport, cookieStyle: config, log }));
  handler.all('*', pageRoute({ transport, clock, log, countView, render, site, config }));
  handler.onError((error, context) => {
    if (isBrokenOff(context.env)) return answerRefusal(refuse('unreadable'), context.env.language);
    log('error', 'failure', {
      requestId: context.env.requestId,
      route: routePattern(context.env.path),
      ...errorFields(error),
    });
    return context.text(`Something went wrong. Request ${context.env.requestId}`, 500);
  });
  return handler;
}

function noStream(language: Language): Response {
  return answerRefusal(refuse('not_found'), language);
}
