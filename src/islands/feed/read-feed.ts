import type { Call, PageCall, Result } from '#contracts/call.ts';
import { getCalendar, listFeed, type Post } from '#contracts/feed.ts';
import { refusalOf } from '#contracts/refused.ts';
import type { PostKind } from '#domain/feed.ts';
import { type PageQuery, loadPages } from '#islands/shared/use-rows.ts';
import { findUpcoming } from '#islands/shared/find-upcoming.ts';

/** Webinars shown beside the news. */
const UPCOMING = 3;

export type FeedView = {
  kind: PostKind;
  items: Post[];
  next: string | null;
  cursor: string | undefined;
  unread: Record<PostKind, number>;
  upcoming: Post[];
  calendar: string | null;
};

export const requestFeed =
  (call: Call, kind: PostKind) =>
  ({ cursor, limit }: PageQuery) =>
    call(listFeed, { kind, cursor, limit });

export function readUpcoming(call: Call): Promise<Result<Post[]> | undefined> {
  return findUpcoming(call, UPCOMING);
}

type Address = Pick<URL, 'searchParams'>;

/** undefined if the connection broke. */
export function readFeed(call: PageCall, kind: PostKind, address: Address): Promise<Result<FeedView>>;
export function readFeed(call: Call, kind: PostKind, address: Address): Promise<Result<FeedView> | undefined>;
export async function readFeed(call: Call, kind: PostKind, address: Address): Promise<Result<FeedView> | undefined> {
  const isNews = kind === 'news';
  const [{ answer, cursor }, upcoming, calendar] = await Promise.all([
    loadPages(requestFeed(call, kind), address),
    isNews ? readUpcoming(call) : undefined,
    isNews ? undefined : call(getCalendar),
  ]);
  const sideAnswer = isNews ? upcoming : calendar;
  if (!answer || !sideAnswer) return undefined;
  const refusal = [answer, upcoming, calendar].map(refusalOf).find(Boolean);
  if (!answer.success || refusal) return { success: false, error: refusal! };
  const data = {
    kind,
    cursor,
    ...answer.data,
    upcoming: upcoming?.success ? upcoming.data : [],
    calendar: calendar?.success ? calendar.data.address : null,
  };
  return { success: true, data };
}
