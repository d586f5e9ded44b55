import { eq } from 'drizzle-orm';
import type * as z from 'zod/mini';
import type {
  beginPost,
  ConsolePost,
  ConsolePostDraft,
  discardPostDraft,
  pinConsolePost,
  previewPost,
  publishPostDraft,
  savePostDraft,
  withdrawConsolePost,
} from '#contracts/console/posts.ts';
import type { OutputOf } from '#contracts/contract.ts';
import { fault } from '#domain/field-faults.ts';
import type { Language } from '#domain/languages.ts';
import { isRefused, refuse, type Refused, refuseField } from '#domain/refusals.ts';
import type { Db } from '#server/db/connect.ts';
import { posts, postTexts } from '#server/db/schema/index.ts';
import { tryOut } from '#server/db/transaction.ts';
import {
  emptyPostFields,
  fieldsOfPost,
  hasLanguageLine,
  pinPost,
  postState,
  publishPost,
  readPostFields,
  readPostFile,
  withdrawPost,
  writePostFile,
} from '#server/members/feed/index.ts';
import { tellFaults } from '#server/base/file-faults.ts';
import { writeHtml } from '#server/base/markdown/texts.ts';
import type { Services } from '#server/api/services.ts';
import type { StaffCaller } from '#server/api/caller.ts';
import { audited } from '#server/operator/staff/index.ts';
import { draftState, fingerprint, POST_DRAFTS, readDraft, removeDraft, saveDraft, takeDraft } from './drafts.ts';
import { find } from './post-list.ts';

type PostRow = typeof posts.$inferSelect;

export async function describe(
  services: Services,
  slug: string,
  language: Language,
): Promise<ConsolePostDraft | Refused> {
  const { db, config, clock } = services;
  const [draft, [post]] = await Promise.all([
    readDraft(db, POST_DRAFTS, slug),
    db.select().from(posts).where(eq(posts.slug, slug)),
  ]);
  if (!draft && !post) return refuse('not_found');
  const file = draft?.file ?? (await fileOf(db, post!, config.timeZone));
  const trial = await tryOut(services.transaction, (tx) =>
    publishFile(tx, services, { subject: slug, file, language }),
  );
  return {
    slug,
    state: post ? postState(post, clock.now()) : null,
    is_pinned: Boolean(post?.pinnedAt),
    draft: draftState(draft),
    fields: readPostFields(file, config.timeZone),
    file,
    ...trial.shown,
  };
}

async function fileOf(db: Db, post: PostRow, timeZone: string): Promise<string> {
  const texts = await db.select().from(postTexts).where(eq(postTexts.postId, post.id));
  return writePostFile(post.slug, fieldsOfPost(post, texts, timeZone), timeZone);
}

export async function begin(
  services: Services,
  { slug, kind }: z.output<typeof beginPost.input>,
  { session }: StaffCaller,
): Promise<{ slug: string } | Refused> {
  const { clock, config } = services;
  const now = clock.now();
  const file = writePostFile(slug, emptyPostFields(kind, now, config.timeZone), config.timeZone);
  return services.transaction(async (tx) => {
    const [post] = await tx.select({ slug: posts.slug }).from(posts).where(eq(posts.slug, slug));
    if (post) return refuseField('slug', 'slug_taken');
    const saved = await saveDraft(tx, POST_DRAFTS, { id: slug, file, seen: '', staffId: session.staff.id, now });
    return isRefused(saved) ? refuseField('slug', 'slug_taken') : { slug };
  });
}

export async function save(
  services: Services,
  { slug, seen, ...fields }: z.output<typeof savePostDraft.input>,
  { session, language }: StaffCaller,
): Promise<ConsolePostDraft | Refused> {
  const invalidIndexes = fields.texts.flatMap(({ markdown }, index) => (hasLanguageLine(markdown) ? [index] : []));
  if (invalidIndexes.length > 0) {
    const faults = invalidIndexes.map((index) => [`texts.${index}.markdown`, [fault('language_line')]]);
    return refuse('invalid', { fields: Object.fromEntries(faults) as Record<string, string[]> });
  }
  const file = writePostFile(slug, fields, services.config.timeZone);
  const saved = await services.transaction(async (tx) => {
    // A discarded draft is not recreated. For a published post the first change creates one.
    const isKnown = seen !== '' || (await isPost(tx, slug));
    if (!isKnown) return refuse('not_found');
    const write = { id: slug, file, seen, staffId: session.staff.id, now: services.clock.now() };
    return saveDraft(tx, POST_DRAFTS, write);
  });
  return isRefused(saved) ? saved : describe(services, slug, language);
}

async function isPost(tx: Db, slug: string): Promise<boolean> {
  const [post] = await tx.select({ slug: posts.slug }).from(posts).where(eq(posts.slug, slug));
  return post !== undefined;
}

export function discard(
  services: Services,
  { slug, seen, reason }: z.output<typeof discardPostDraft.input>,
  caller: StaffCaller,
): Promise<{ slug: string } | Refused> {
  return audited<{ slug: string }>(services, caller, reason, async (tx) => {
    const result = await removeDraft(tx, POST_DRAFTS, { id: slug, seen });
    if (isRefused(result)) return result;
    const change = { action: 'posts draft (discarded)', subject: `post:${slug}` };
    return { answer: { slug }, change: result.removed ? change : undefined };
  });
}

/** Refuses if draft or post changed since they were shown. */
export async function publish(
  services: Services,
  { slug, shown, reason }: z.output<typeof publishPostDraft.input>,
  caller: StaffCaller,
): Promise<ConsolePostDraft | Refused> {
  const result = await audited(services, caller, reason, async (tx) => {
    const file = await takeDraft(tx, POST_DRAFTS, slug);
    if (file === undefined) return refuse('not_found');
    const { state, shown: facts } = await publishFile(tx, services, { subject: slug, file, language: caller.language });
    if (facts.shown !== shown) return refuse('draft_moved_on');
    if (!state) return refuse('draft_wrong');
    const change = {
      action: 'posts publish',
      subject: `post:${slug}`,
      before: Object.fromEntries(facts.changes.map(({ name, before }) => [name || 'languages', before])),
      after: Object.fromEntries(facts.changes.map(({ name, after }) => [name || 'languages', after])),
    };
    return { answer: {}, change: state === 'same' ? undefined : change };
  });
  return isRefused(result) ? result : describe(services, slug, caller.language);
}

type DraftFacts = Pick<ConsolePostDraft, 'wrong' | 'changes' | 'shown'>;

async function publishFile(
  tx: Db,
  services: Services,
  { subject, file, language }: { subject: string; file: string; language: Language },
): Promise<{ state: 'new' | 'changed' | 'same' | undefined; shown: DraftFacts }> {
  const read = readPostFile(file, services.config.languages.fallback);
  const published = 'wrong' in read ? read : await publishPost(tx, services, read.post);
  if ('wrong' in published) {
    const shown = fingerprint(file, published.wrong);
    return { state: undefined, shown: { wrong: tellFaults(published.wrong, language), changes: [], shown } };
  }
  const languages = 'wrong' in read ? [] : read.post.texts.map((text) => text.language);
  const changes =
    published.state === 'new'
      ? [{ subject, name: '', before: null, after: languages.join(', ') }]
      : published.changes.map((change) => ({ subject, ...change }));
  return { state: published.state, shown: { wrong: [], changes, shown: fingerprint(file, published.state, changes) } };
}

export function withdraw(
  services: Services,
  { slug, reason }: z.output<typeof withdrawConsolePost.input>,
  caller: StaffCaller,
): Promise<ConsolePost | Refused> {
  return audited<ConsolePost>(services, caller, reason, async (tx) => {
    const { state } = await withdrawPost(tx, services, slug);
    if (state === 'unknown') return refuse('not_found');
    if (state === 'withdrawn before') return refuse('decided_before');
    const change = {
      action: 'posts withdraw',
      subject: `post:${slug}`,
      before: { withdrawn: false },
      after: { withdrawn: true },
    };
    return { answer: await find(tx, services, slug), change };
  });
}

export function pin(
  services: Services,
  { slug, pin: pinState, reason }: z.output<typeof pinConsolePost.input>,
  caller: StaffCaller,
): Promise<ConsolePost | Refused> {
  return audited<ConsolePost>(services, caller, reason, async (tx) => {
    const isPinned = pinState === 'on';
    const { state } = await pinPost(tx, services, slug, isPinned);
    if (state === 'unknown') return refuse('not_found');
    const change = {
      action: isPinned ? 'posts pin' : 'posts unpin',
      subject: `post:${slug}`,
      before: { pinned: !isPinned },
      after: { pinned: isPinned },
    };
    return { answer: await find(tx, services, slug), change: state === 'same' ? undefined : change };
  });
}

/** Same HTML as the feed. Forbidden parts are left out and listed. */
export function preview(
  { markdown }: z.output<typeof previewPost.input>,
  language: Language,
): OutputOf<typeof previewPost> {
  const { html, excerpt, faults } = writeHtml(markdown);
  return { html, excerpt, wrong: tellFaults(faults, language) };
}
