import { LRUCache } from 'lru-cache';
import { pageAt } from '#domain/paths.ts';
import { segmentsOf } from '#domain/plain-path.ts';
import type { Clock } from '#server/base/clock.ts';
import { type CookieStyle, readCookies } from './cookies.ts';
import { addressKey } from '#server/api/rate-limits.ts';
import type { Log } from '#server/base/log.ts';
import { answerAtOnce } from './early-response.ts';
import type { RequestInfo, RequestHandler } from '#server/api/request-info.ts';
import { logRequest } from './request-log.ts';

const MAX_REMEMBERED = 10_000;

/**
 * A guest's address that was told 429 for looking at a page too often is told so again until its time is over, without
 * a place among the requests in flight, a rendered page or a question to the database.
 */
export function rememberRefusals(style: CookieStyle, log: Log, clock: Clock) {
  const until = new LRUCache<string, number>({ max: MAX_REMEMBERED });
  return {
    answer(requestInfo: RequestInfo): boolean {
      const key = until.size > 0 ? keyOf(requestInfo, style) : undefined;
      const endsAtMs = key === undefined ? undefined : until.get(key);
      if (key === undefined || endsAtMs === undefined) return false;
      const waitMs = endsAtMs - clock.now().getTime();
      if (waitMs <= 0) {
        until.delete(key);
        return false;
      }
      const retrySeconds = Math.ceil(waitMs / 1000);
      answerAtOnce(requestInfo, { status: 429, retrySeconds, publicOrigin: style.publicOrigin });
      logRequest(log, requestInfo, 429);
      return true;
    },
    noted:
      (handle: RequestHandler): RequestHandler =>
      async (request, requestInfo) => {
        const response = await handle(request, requestInfo);
        const seconds = response.status === 429 ? Number(response.headers.get('retry-after')) : 0;
        const key = seconds > 0 ? keyOf(requestInfo, style) : undefined;
        if (key === undefined) return response;
        until.set(key, clock.now().getTime() + seconds * 1000);
        return response;
      },
  };
}

/** Limits of guests go by address and kind of page. Those of a member go by account: an address can't stand for it. */
function keyOf(requestInfo: RequestInfo, style: CookieStyle): string | undefined {
  const { method, headers } = requestInfo.incoming;
  const cookie = readCookies(headers.cookie, style);
  if (method !== 'GET' || cookie('access_token') || cookie('refresh_token') || headers.authorization) return undefined;
  const { path } = requestInfo;
  const segments = segmentsOf(path);
  const page = pageAt(segments.slice(1)) ?? pageAt(segments);
  return `${addressKey(requestInfo.address)} ${headers.host} ${page ?? path}`;
}
