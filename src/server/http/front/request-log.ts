import type { MiddlewareHandler } from 'hono';
import { requestAnswered } from '#server/base/diagnostics.ts';
import type { Log } from '#server/base/log.ts';
import type { RequestInfo, HttpEnv } from '#server/api/request-info.ts';
import { routePattern } from './route-pattern.ts';

/** Logs the route pattern, because paths contain usernames and queries contain tokens. */
export function requestLog(log: Log): MiddlewareHandler<HttpEnv> {
  return async (context, next) => {
    await next();
    logRequest(log, context.env, context.res.status);
  };
}

export function logRequest(log: Log, requestInfo: RequestInfo, status: number): void {
  const { requestId, incoming, path, startedAt } = requestInfo;
  const { method = '' } = incoming;
  const ms = performance.now() - startedAt;
  log('info', 'request', { requestId, method, route: routePattern(path), status, ms: Math.round(ms) });
  requestAnswered.publish({ method, path, status, ms });
}
