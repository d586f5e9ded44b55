import { and, desc, eq } from 'drizzle-orm';
import { DEFAULT_LANGUAGE } from '#domain/languages.ts';
import type { Db } from '#server/db/connect.ts';
import { posts, postTexts } from '#server/db/schema/index.ts';

type ListedPost = { post: typeof posts.$inferSelect; title: string };

/** The newest posts as the operator knows them, those that members don’t see too. */
export function listAllPosts(db: Db, limit: number): Promise<ListedPost[]> {
  return db
    .select({ post: posts, title: postTexts.title })
    .from(posts)
    .innerJoin(postTexts, and(eq(postTexts.postId, posts.id), eq(postTexts.language, DEFAULT_LANGUAGE)))
    .orderBy(desc(posts.publishedAt), desc(posts.id))
    .limit(limit);
}
