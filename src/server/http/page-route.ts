import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { Handler } from 'hono';
import type { Published, Site, PageContext } from '#contracts/page-context.ts';
import type { Clock } from '#server/clock.ts';
import type { Transport } from './transport.ts';
import type { Log } from '#server/log.ts';
import type { RequestInfo, HttpEnv } from './request-info.ts';
import { cookieJar, type CookieStyle } from './cookies.ts';
import { plainPath } from './normalize-path.ts';
import type { CountView } from './view-counter.ts';
import { createPageContext } from './page-context.ts';

/** Renders a page: Astro's build, or its development server, which sends it by itself. */
export type Render = (request: Request, pageContext: PageContext, requestInfo: RequestInfo) => Promise<Response>;

type Parts = {
  transport: Transport;
  clock: Clock;
  log: Log;
  countView: CountView;
  render: Render;
  site: Site;
  cookieStyle: CookieStyle;
};

const PUBLISHED = 'private, no-cache';

/** Renders a page, whose calls go through the visitor's own session. */
export function pageRoute({ transport, clock, log, countView, render, site, cookieStyle }: Parts): Handler<HttpEnv> {
  return async (context) => {
    const { incoming, address, userAgent, requestId } = context.env;
    const cookies = cookieJar(incoming.headers.cookie, cookieStyle);
    const connection = { address, userAgent, requestId };
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
      site,
      log,
      publish,
    });
    const request = plainPath(context.req.raw);
    if (!request) return context.text('Not found.', 404);
    const page = await render(request, pageContext, context.env);
    if (page === RESPONSE_ALREADY_SENT) return page.clone();
    const headers = new Headers(page.headers);
    // A browser may keep a published page, and asks each time whether it still holds: a member is led elsewhere.
    if (!headers.has('cache-control')) headers.set('cache-control', context.get('published') ? PUBLISHED : 'no-store');
    if (headers.get('content-type')?.startsWith('text/html')) headers.set('content-type', 'text/html; charset=utf-8');
    cookies.writeTo(headers);
    return new Response(page.body, { status: page.status, headers });
  };
}
