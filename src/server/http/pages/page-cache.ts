import type { MiddlewareHandler } from 'hono';
import { LRUCache } from 'lru-cache';
import { isLanguage } from '#domain/languages.ts';
import { readTheme } from '#domain/theme.ts';
import type { Clock } from '#server/base/clock.ts';
import { type CookieStyle, readCookies } from '#server/http/front/cookies.ts';
import { addressKey } from '#server/api/rate-limits.ts';
import type { Log } from '#server/base/log.ts';
import { isLookedAhead, type RequestInfo, type HttpEnv } from '#server/api/request-info.ts';
import { pickEncoding } from '#server/http/front/compression.ts';
import { isKnownBy, strongEtag } from '#server/http/front/etag.ts';
import { logRequest } from '#server/http/front/request-log.ts';
import type { CountView } from './view-counter.ts';

const KEPT_MS = 5_000;
const MAX_PAGES = 500;
const MINUTE_MS = 60_000;
/** Per minute. More requests are rendered, so that the API's rate limit applies. */
const MAX_PER_ADDRESS = 120;
const MAX_ADDRESSES = 50_000;

const PER_ANSWER = new Set(['x-request-id', 'content-length']);

type Stored = { until: number; body: Buffer; etag: string; headers: string[]; viewOf: string | undefined };

export type PageCache = {
  answer(requestInfo: RequestInfo): boolean;
  /** Caches the final response, so it runs outside every middleware that changes the response. */
  keep: MiddlewareHandler<HttpEnv>;
};

export function pageCache(style: CookieStyle, countView: CountView, log: Log, clock: Clock): PageCache {
  const nowMs = () => clock.now().getTime();
  const store = new LRUCache<string, Stored>({ max: MAX_PAGES });
  const tally = perMinuteTally(nowMs);
  return {
    answer(requestInfo) {
      const key = keyOf(requestInfo, style);
      const stored = key === undefined ? undefined : store.get(key);
      if (!stored || stored.until < nowMs() || tally(requestInfo.address) > MAX_PER_ADDRESS) return false;
      const { incoming, outgoing, requestId } = requestInfo;
      if (stored.viewOf) countView(stored.viewOf, requestInfo);
      const isKnown = isKnownBy(incoming.headers['if-none-match'], stored.etag);
      const status = isKnown ? 304 : 200;
      const length = isKnown ? [] : ['content-length', String(stored.body.length)];
      outgoing.writeHead(status, [...stored.headers, ...length, 'x-request-id', requestId]);
      outgoing.end(isKnown ? undefined : stored.body);
      logRequest(log, requestInfo, status);
      return true;
    },
    async keep(context, next) {
      await next();
      const key = keyOf(context.env, style);
      const published = context.get('published');
      if (key === undefined || !published || context.res.status !== 200) return;
      const body = Buffer.from(await context.res.arrayBuffer());
      const etag = strongEtag(body);
      const headers = new Headers(context.res.headers);
      headers.set('etag', etag);
      const stored = [...headers].filter(([name]) => !PER_ANSWER.has(name)).flat();
      store.set(key, { until: nowMs() + KEPT_MS, body, etag, headers: stored, viewOf: published.viewOf });
      context.res = undefined;
      context.res = new Response(body, { headers });
    },
  };
}

/** The host is included, so that unknown hosts find nothing. Undefined for members, queries and long paths. */
function keyOf({ incoming, path, search }: RequestInfo, style: CookieStyle): string | undefined {
  const { method, headers } = incoming;
  if (method !== 'GET' || search || path.length > 200) return undefined;
  const cookie = readCookies(headers.cookie, style);
  if (cookie('access_token') || cookie('refresh_token')) return undefined;
  const lang = cookie('lang');
  const encoding = pickEncoding(headers['accept-encoding']?.toString() ?? '') ?? 'plain';
  const reader = isLookedAhead(incoming) ? 'ahead' : 'person';
  return `${reader} ${headers.host} ${path} ${isLanguage(lang) ? lang : '-'} ${readTheme(cookie('theme'))} ${encoding}`;
}

function perMinuteTally(nowMs: () => number): (address: string) => number {
  const counts = new LRUCache<string, number>({ max: MAX_ADDRESSES });
  let minute = 0;
  return (address) => {
    const now = Math.floor(nowMs() / MINUTE_MS);
    if (now !== minute) counts.clear();
    minute = now;
    const key = addressKey(address);
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    return count;
  };
}
