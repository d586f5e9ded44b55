import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { Handler } from 'hono';
import type { Wire } from '#contracts/call.ts';
import type { Published, Site } from '#contracts/visit.ts';
import { answerWith, bytesOf } from '#server/http/body-at-hand.ts';
import { openGateway } from '#server/http/gateway.ts';
import { takeTurns } from '#server/turns.ts';
import type { FrontEnv } from './arrival.ts';
import { cookieJar } from './cookies.ts';
import type { FrontParts } from './front.ts';
import { openNotebook } from './notebook.ts';
import { plainPath } from './plain-path.ts';
import type { UnchangedPages } from './unchanged-pages.ts';
import { createVisit } from './visit.ts';

type Parts = Pick<FrontParts, 'transport' | 'clock' | 'log' | 'countView' | 'render'> & {
  site: Site;
  isSecure: boolean;
  unchanged: UnchangedPages;
};

/** Every page: given again where it would be the same, or drawn. */
export function pageRoute({
  transport,
  clock,
  log,
  countView,
  render,
  site,
  isSecure,
  unchanged,
}: Parts): Handler<FrontEnv> {
  const nextTurn = takeTurns();
  return async (context) => {
    const { incoming, address, userAgent, requestId } = context.env;
    const cookies = cookieJar(incoming.headers.cookie, isSecure);
    const connection = { address, userAgent, requestId };
    const notebook = openNotebook();
    const key = context.req.method === 'GET' ? unchanged.keyOf(context.env) : undefined;
    const askAgain = (wires: readonly Wire[]) => {
      const tag = wires[0]?.headers['accept-language'] ?? '';
      return notebook.askAhead(wires, openGateway(transport, cookies, connection, tag).send);
    };
    const same = key && (await unchanged.again(key, askAgain));
    if (same) {
      cookies.writeTo(same.headers);
      return same;
    }
    const publish = (published: Published) => {
      context.set('published', published);
      if (published.viewOf) countView(published.viewOf, context.env);
    };
    const mayRepeat = () => {
      if (key) context.set('repeatable', { key, asked: notebook.asked });
    };
    const visit = createVisit({
      transport,
      cookies,
      now: clock.now(),
      connection,
      site,
      log,
      publish,
      mayRepeat,
      notebook,
      nextTurn,
    });
    const request = plainPath(context.req.raw);
    if (!request) return context.text('Not found.', 404);
    const page = await render(request, visit, context.env);
    if (page === RESPONSE_ALREADY_SENT) return page.clone();
    const headers = new Headers(page.headers);
    if (!headers.has('cache-control')) headers.set('cache-control', 'no-store');
    if (headers.get('content-type')?.startsWith('text/html')) headers.set('content-type', 'text/html; charset=utf-8');
    cookies.writeTo(headers);
    return answerWith(await bytesOf(page), { status: page.status, headers });
  };
}
