import { eq } from 'drizzle-orm';
import type { Db } from '#server/db/connect.ts';
import { posts } from '#server/db/schema/index.ts';
import type { House } from '#server/house.ts';

type Withdrawn = { state: 'withdrawn' | 'withdrawn before'; id: string } | { state: 'unknown' };

/** Takes a post out of everybody’s sight; publishing its file again brings it back. */
export async function withdrawPost(tx: Db, { clock }: Pick<House, 'clock'>, slug: string): Promise<Withdrawn> {
  const [post] = await tx.select().from(posts).where(eq(posts.slug, slug)).for('update');
  if (!post) return { state: 'unknown' };
  if (post.withdrawnAt) return { state: 'withdrawn before', id: post.id };
  const now = clock.now();
  await tx.update(posts).set({ withdrawnAt: now, changedAt: now }).where(eq(posts.id, post.id));
  return { state: 'withdrawn', id: post.id };
}
