import { createHash } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { refuse, type Refused } from '#domain/refusals.ts';
import type { Db } from '#server/db/connect.ts';
import { legalDrafts, planDrafts, postDrafts, staff } from '#server/db/schema/index.ts';

export type Draft = { file: string; changedAt: Date; changedBy: string };

type Drafts = { table: typeof planDrafts | typeof postDrafts | typeof legalDrafts; key: AnyPgColumn };

export const PLAN_DRAFTS: Drafts = { table: planDrafts, key: planDrafts.id };
export const LEGAL_DRAFTS: Drafts = { table: legalDrafts, key: legalDrafts.document };
export const POST_DRAFTS: Drafts = { table: postDrafts, key: postDrafts.slug };

export async function readDraft(db: Db, drafts: Drafts, id: string): Promise<Draft | undefined> {
  const [found] = await selectDrafts(db, drafts).where(eq(drafts.key, id));
  return found;
}

/** By their key; only for tables that stay small. */
export async function readAllDrafts(db: Db, drafts: Drafts): Promise<Map<string, Draft>> {
  return new Map((await selectDrafts(db, drafts)).map(({ id, ...draft }) => [id, draft]));
}

function selectDrafts(db: Db, { table, key }: Drafts) {
  return db
    .select({ id: sql<string>`${key}`, file: table.file, changedAt: table.changedAt, changedBy: staff.name })
    .from(table)
    .innerJoin(staff, eq(staff.id, table.changedBy));
}

export function draftState(draft: Draft | undefined) {
  return draft ? { changed_at: draft.changedAt.toISOString(), changed_by: draft.changedBy } : null;
}

type Save = { id: string; file: string; seen: string; staffId: number; now: Date };

/** Refuses unless the writer saw the present draft. A retry of the same content succeeds. */
export async function saveDraft(tx: Db, drafts: Drafts, save: Save): Promise<{ saved: true } | Refused> {
  const { table, key } = drafts;
  const { id, file, seen, staffId, now } = save;
  const seenAt = readSeen(seen);
  const at = now.toISOString();
  // Always later than before, even if the clock is not: `changed_at` is the version that writers have seen.
  const changedAt = sql`greatest(${at}::timestamptz, changed_at + interval '1 millisecond')`;
  const result = seenAt
    ? await tx.execute(sql`
        update ${table} set file = ${file}, changed_by = ${staffId}, changed_at = ${changedAt}
        where ${key} = ${id} and changed_at = ${seenAt.toISOString()}`)
    : await tx.execute(sql`
        insert into ${table} (${sql.identifier(key.name)}, file, changed_by, changed_at)
        values (${id}, ${file}, ${staffId}, ${at}) on conflict do nothing`);
  if (result.rowCount === 1) return { saved: true };
  const [current] = await tx.select({ file: table.file, changedBy: table.changedBy }).from(table).where(eq(key, id));
  return current?.file === file && current.changedBy === staffId ? { saved: true } : refuse('draft_moved_on');
}

export async function removeDraft(
  tx: Db,
  { table, key }: Drafts,
  { id, seen }: { id: string; seen: string },
): Promise<{ removed: boolean } | Refused> {
  const [current] = await tx.select({ changedAt: table.changedAt }).from(table).where(eq(key, id)).for('update');
  if (!current) return { removed: false };
  if (current.changedAt.getTime() !== readSeen(seen)?.getTime()) return refuse('draft_moved_on');
  await tx.delete(table).where(eq(key, id));
  return { removed: true };
}

/** Deletes the draft to apply it; a refusal rolls the deletion back. */
export async function takeDraft(tx: Db, { table, key }: Drafts, id: string): Promise<string | undefined> {
  const [removed] = await tx.delete(table).where(eq(key, id)).returning({ file: table.file });
  return removed?.file;
}

/** Undefined if no draft was seen. Times that PostgreSQL can't read become 1970, which no draft has. */
function readSeen(seen: string): Date | undefined {
  if (seen === '') return undefined;
  const at = new Date(seen);
  return at.getTime() > 0 && at.getUTCFullYear() < 10_000 ? at : new Date(0);
}

export function fingerprint(...shown: unknown[]): string {
  return createHash('sha256').update(JSON.stringify(shown)).digest('base64url');
}
