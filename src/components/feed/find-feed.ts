import type { PageCall, Result } from '#contracts/call.ts';
import type { OutputOf } from '#contracts/contract.ts';
import { listFeed } from '#contracts/feed.ts';
import type { PostKind } from '#domain/feed.ts';

export type FeedPage = OutputOf<typeof listFeed>;

/** The posts an address asks for; a broken cursor leads to the first page. */
export async function findFeed(
  call: PageCall,
  kind: PostKind,
  { searchParams }: URL,
): Promise<{ answer: Result<FeedPage>; cursor: string | undefined }> {
  const cursor = searchParams.get('cursor') || undefined;
  const answer = await call(listFeed, { kind, cursor });
  if (answer.success || answer.error.code !== 'invalid' || !cursor) return { answer, cursor };
  return { answer: await call(listFeed, { kind }), cursor: undefined };
}
