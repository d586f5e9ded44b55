import { LRUCache } from 'lru-cache';
import { toResult, toApiRequest } from '#contracts/call.ts';
import { countView } from '#contracts/partner.ts';
import type { Clock } from '#server/base/clock.ts';
import type { Transport } from '#server/http/calls/transport.ts';
import { isLookedAhead, type RequestInfo } from '#server/api/request-info.ts';
import type { BackgroundTasks } from '#server/base/background-tasks.ts';

const HOUR_MS = 60 * 60 * 1000;
const MAX_REMEMBERED = 20_000;

export type CountView = (ref: string, requestInfo: RequestInfo) => void;

/** Visitors of this hour are cached, so that repeated views cost no call. The API decides what counts. */
export function viewCounter(transport: Transport, backgroundTasks: BackgroundTasks, clock: Clock): CountView {
  let hour = 0;
  const recentVisitors = new LRUCache<string, true>({ max: MAX_REMEMBERED });

  return (ref, { incoming, outgoing, address, userAgent, requestId }) => {
    if (incoming.method !== 'GET' || isLookedAhead(incoming)) return;
    const now = Math.floor(clock.now().getTime() / HOUR_MS);
    if (now !== hour) recentVisitors.clear();
    hour = now;
    const visitor = `${ref} ${address} ${userAgent}`;
    if (recentVisitors.has(visitor)) return;
    recentVisitors.set(visitor, true);
    outgoing.once('finish', () =>
      backgroundTasks.run(async () => {
        const apiRequest = toApiRequest(countView, { ref, user_agent: userAgent }, 'en');
        const { status, headers, text } = await transport(apiRequest, { address, userAgent, requestId });
        if (!toResult(status, headers.get('retry-after'), JSON.parse(text)).success) recentVisitors.delete(visitor);
      }),
    );
  };
}
