import type { MiddlewareHandler } from 'hono';
import type { Log } from '#server/log.ts';
import type { FrontEnv } from './arrival.ts';

/** One line a request. The path without its query: links of letters carry their token there. */
export function requestLog(log: Log): MiddlewareHandler<FrontEnv> {
  return async (context, next) => {
    await next();
    log('info', 'request', {
      requestId: context.env.requestId,
      method: context.req.method,
      path: context.req.path.slice(0, 200),
      status: context.res.status,
      ms: Math.round(performance.now() - context.env.startedAt),
    });
  };
}
