import type { Call, PageCall, Result } from '#contracts/call.ts';
import { listFeed, type Post } from '#contracts/feed.ts';

/** The list still contains webinars that ended some minutes ago. */
const JUST_ENDED = 2;

export function findUpcoming(call: PageCall, count: number): Promise<Result<Post[]>>;
export function findUpcoming(call: Call, count: number): Promise<Result<Post[]> | undefined>;
export async function findUpcoming(call: Call, count: number): Promise<Result<Post[]> | undefined> {
  const answer = await call(listFeed, { kind: 'webinar', limit: String(count + JUST_ENDED) });
  if (!answer?.success) return answer;
  const upcoming = answer.data.items.filter(({ webinar }) => webinar?.state !== 'past');
  return { success: true, data: upcoming.slice(0, count) };
}
