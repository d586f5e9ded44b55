import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { Context, Handler } from 'hono';
import type { Published, Site, PageContext } from '#contracts/page-context.ts';
import type { Clock } from '#server/base/clock.ts';
import type { Transport } from '#server/http/calls/transport.ts';
import type { Log } from '#server/base/log.ts';
import { isLookedAhead, type RequestInfo, type HttpEnv } from '#server/api/request-info.ts';
import { cookieJar, type CookieStyle } from '#server/http/front/cookies.ts';
import { type ConsoleConfig, isConsoleOpen } from '#server/http/front/console-access.ts';
import type { CountView } from './view-counter.ts';
import { createPageContext } from './page-context.ts';

export type Render = (request: Request, pageContext: PageContext, requestInfo: RequestInfo) => Promise<Response>;

type Parts = {
  transport: Transport;
  clock: Clock;
  log: Log;
  countView: CountView;
  render: Render;
  site: Site;
  config: CookieStyle & ConsoleConfig;
};

const PUBLISHED = 'private, no-cache';

export function pageRoute({ transport, clock, log, countView, render, site, config }: Parts): Handler<HttpEnv> {
  return async (context) => {
    const { incoming, path, search, address, host, userAgent, requestId } = context.env;
    if (path.length > 1 && path.endsWith('/')) return context.redirect(path.slice(0, -1) + search, 308);
    const isAhead = isLookedAhead(incoming);
    const cookies = cookieJar(incoming.headers.cookie, config, isAhead);
    const connection = { address, host, userAgent, requestId };
    const publish = (published: Published) => {
      context.set('published', published);
      if (published.viewOf) countView(published.viewOf, context.env);
    };
    const pageContext = createPageContext({
      transport,
      cookies,
      isPost: incoming.method === 'POST',
      now: clock.now(),
      connection,
      path,
      isLookedAhead: isAhead,
      isConsoleOpen: isConsoleOpen(config, context.env),
      site,
      log,
      publish,
    });
    const page = await render(withWholeEnd(context), pageContext, context.env);
    if (page === RESPONSE_ALREADY_SENT) return page.clone();
    const headers = new Headers(page.headers);
    // Browsers may store a published page but must revalidate it, because members are redirected.
    if (!headers.has('cache-control')) headers.set('cache-control', context.get('published') ? PUBLISHED : 'no-store');
    if (headers.get('content-type')?.startsWith('text/html')) headers.set('content-type', 'text/html; charset=utf-8');
    cookies.writeTo(headers);
    return new Response(page.body, { status: page.status, headers });
  };
}

/** Astro's router strips `.html` from a path unless a slash follows. */
function withWholeEnd({ env: { path, search }, req: { raw } }: Context<HttpEnv>): Request {
  return path.endsWith('.html') ? new Request(new URL(`${path}/${search}`, raw.url), raw) : raw;
}
