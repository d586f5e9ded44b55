import { randomUUID } from 'node:crypto';
import { and, eq, notInArray, sql } from 'drizzle-orm';
import type { Db } from '#server/db/connect.ts';
import { posts, postTexts } from '#server/db/schema/index.ts';
import type { Services } from '#server/services.ts';
import type { PostInFile } from './post-file.ts';
import type { PostText } from './post-texts.ts';

type PostRow = typeof posts.$inferSelect;

/** What publishing did: `changed` names what is no longer as it was. */
type Published = { id: string; state: 'new' | 'changed' | 'same'; changed: string[]; sequence: number };

/** Publishes a post, or makes the one of the same slug what its file says now; a withdrawn one is back with it. */
export async function publishPost(
  tx: Db,
  { clock }: Pick<Services, 'clock'>,
  file: PostInFile,
): Promise<Published | { wrong: string }> {
  // Nobody publishes the same slug meanwhile.
  await tx.execute(sql`lock table posts in share row exclusive mode`);
  const [stored] = await tx.select().from(posts).where(eq(posts.slug, file.slug));
  if (stored && stored.kind !== file.kind) {
    return { wrong: `The post ${file.slug} is of the kind ${stored.kind}, and a post stays what it is.` };
  }
  const texts = stored ? await tx.select().from(postTexts).where(eq(postTexts.postId, stored.id)) : [];
  const now = clock.now();
  const row = rowOf(file, stored, now);
  const changed = stored ? [...differences(stored, row), ...textDifferences(texts, file.texts)] : [];
  const { id, sequence } = row;
  if (stored && changed.length === 0) return { id, state: 'same', changed, sequence };

  const isForCalendars = stored?.kind === 'webinar' && changed.some((name) => IN_CALENDARS.test(name));
  const next = { ...row, changedAt: now, sequence: isForCalendars ? sequence + 1 : sequence };
  await tx.insert(posts).values(next).onConflictDoUpdate({ target: posts.id, set: next });
  await writeTexts(tx, id, file.texts);
  return { id, state: stored ? 'changed' : 'new', changed, sequence: next.sequence };
}

/** What a calendar shows of a webinar. */
const IN_CALENDARS = /^(startsAt|minutes|speaker|texts\.)/;

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

function differences(before: PostRow, after: PostRow): string[] {
  const names = Object.keys(after) as (keyof PostRow)[];
  return names.filter((name) => before[name]?.valueOf() !== after[name]?.valueOf());
}

function textDifferences(before: readonly PostText[], after: readonly PostText[]): string[] {
  const told = (texts: readonly PostText[]) =>
    new Map(texts.map(({ language, title, html }) => [language, `${title}\n${html}`]));
  const [old, fresh] = [told(before), told(after)];
  const languages = [...new Set([...old.keys(), ...fresh.keys()])];
  return languages.filter((one) => old.get(one) !== fresh.get(one)).map((one) => `texts.${one}`);
}

async function writeTexts(tx: Db, postId: string, texts: readonly PostText[]): Promise<void> {
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

/** Takes a post out of everybody’s sight; publishing its file again brings it back. */
export async function withdrawPost(tx: Db, { clock }: Pick<Services, 'clock'>, slug: string): Promise<Withdrawn> {
  const [post] = await tx.select().from(posts).where(eq(posts.slug, slug)).for('update');
  if (!post) return { state: 'unknown' };
  if (post.withdrawnAt) return { state: 'withdrawn before', id: post.id };
  const now = clock.now();
  await tx.update(posts).set({ withdrawnAt: now, changedAt: now }).where(eq(posts.id, post.id));
  return { state: 'withdrawn', id: post.id };
}
