import { randomUUID } from 'node:crypto';
import { and, eq, notInArray, sql } from 'drizzle-orm';
import type { Db } from '#server/db/connect.ts';
import { posts, postTexts } from '#server/db/schema/index.ts';
import type { FileFault } from '#server/base/file-faults.ts';
import { type FileChange, type MarkdownText, textChanges } from '#server/base/markdown/texts.ts';
import type { Services } from '#server/api/services.ts';
import type { PostInFile } from './post-file.ts';

type PostRow = typeof posts.$inferSelect;

type Published = { id: string; state: 'new' | 'changed' | 'same'; changes: FileChange[]; sequence: number };

/** Creates or updates the post of this slug; a withdrawn post is published again. */
export async function publishPost(
  tx: Db,
  { clock }: Pick<Services, 'clock'>,
  file: PostInFile,
): Promise<Published | { wrong: FileFault[] }> {
  // Prevents a concurrent publication of the same slug.
  await tx.execute(sql`lock table posts in share row exclusive mode`);
  const [stored] = await tx.select().from(posts).where(eq(posts.slug, file.slug));
  if (stored && stored.kind !== file.kind) {
    return { wrong: [{ code: 'kind_stays', params: { slug: file.slug, kind: stored.kind } }] };
  }
  const texts = stored ? await tx.select().from(postTexts).where(eq(postTexts.postId, stored.id)) : [];
  const now = clock.now();
  const row = rowOf(file, stored, now);
  const changes = stored ? [...differences(stored, row), ...textChanges(texts, file.texts)] : [];
  const { id, sequence } = row;
  if (stored && changes.length === 0) return { id, state: 'same', changes, sequence };

  const isForCalendars = stored?.kind === 'webinar' && changes.some(({ name }) => IN_CALENDARS.test(name));
  const next = { ...row, changedAt: now, sequence: isForCalendars ? sequence + 1 : sequence };
  await tx.insert(posts).values(next).onConflictDoUpdate({ target: posts.id, set: next });
  await writeTexts(tx, id, file.texts);
  return { id, state: stored ? 'changed' : 'new', changes, sequence: next.sequence };
}

/** Fields that calendars show: a change increases `sequence`. */
const IN_CALENDARS = /^(starts_at|minutes|speaker|texts\.)/;

function rowOf(file: PostInFile, stored: PostRow | undefined, now: Date): PostRow {
  const { slug, kind, category, publishedAt, isPinned, webinar } = file;
  return {
    ...{ id: stored?.id ?? randomUUID(), slug, kind, category, publishedAt },
    pinnedAt: isPinned ? (stored?.pinnedAt ?? now) : null,
    withdrawnAt: null,
    startsAt: webinar?.startsAt ?? null,
    minutes: webinar?.minutes ?? null,
    speaker: webinar?.speaker ?? null,
    joinUrl: webinar?.joinUrl ?? null,
    recordingUrl: webinar?.recordingUrl ?? null,
    sequence: stored?.sequence ?? 0,
    changedAt: stored?.changedAt ?? now,
  };
}

function differences(before: PostRow, after: PostRow): FileChange[] {
  const names = Object.keys(after) as (keyof PostRow)[];
  return names
    .filter((name) => before[name]?.valueOf() !== after[name]?.valueOf())
    .map((name) => ({ name: snakeCase(name), before: valueText(before[name]), after: valueText(after[name]) }));
}

function snakeCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

function valueText(value: PostRow[keyof PostRow]): string | null {
  return value instanceof Date ? value.toISOString() : value === null ? null : String(value);
}

async function writeTexts(tx: Db, postId: string, texts: readonly MarkdownText[]): Promise<void> {
  const languages = texts.map(({ language }) => language);
  await tx.delete(postTexts).where(and(eq(postTexts.postId, postId), notInArray(postTexts.language, languages)));
  for (const text of texts) {
    const row = { ...text, postId };
    await tx
      .insert(postTexts)
      .values(row)
      .onConflictDoUpdate({ target: [postTexts.postId, postTexts.language], set: row });
  }
}

type Withdrawn = { state: 'withdrawn' | 'withdrawn before'; id: string } | { state: 'unknown' };

export async function withdrawPost(tx: Db, { clock }: Pick<Services, 'clock'>, slug: string): Promise<Withdrawn> {
  const [post] = await tx.select().from(posts).where(eq(posts.slug, slug)).for('update');
  if (!post) return { state: 'unknown' };
  if (post.withdrawnAt) return { state: 'withdrawn before', id: post.id };
  const now = clock.now();
  await tx.update(posts).set({ withdrawnAt: now, changedAt: now }).where(eq(posts.id, post.id));
  return { state: 'withdrawn', id: post.id };
}

type Pinned = { state: 'pinned' | 'unpinned' | 'same'; id: string } | { state: 'unknown' };

export async function pinPost(
  tx: Db,
  { clock }: Pick<Services, 'clock'>,
  slug: string,
  isPinned: boolean,
): Promise<Pinned> {
  const [post] = await tx.select().from(posts).where(eq(posts.slug, slug)).for('update');
  if (!post) return { state: 'unknown' };
  if ((post.pinnedAt !== null) === isPinned) return { state: 'same', id: post.id };
  const now = clock.now();
  await tx
    .update(posts)
    .set({ pinnedAt: isPinned ? now : null, changedAt: now })
    .where(eq(posts.id, post.id));
  return { state: isPinned ? 'pinned' : 'unpinned', id: post.id };
}
