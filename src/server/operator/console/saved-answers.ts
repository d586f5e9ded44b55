import { asc, eq, sql } from 'drizzle-orm';
import type * as z from 'zod/mini';
import type * as contracts from '#contracts/console/support.ts';
import type { OutputOf } from '#contracts/contract.ts';
import { refuse, type Refused } from '#domain/refusals.ts';
import type { Db } from '#server/db/connect.ts';
import { savedAnswers } from '#server/db/schema/index.ts';
import type { Services } from '#server/api/services.ts';
import type { StaffCaller } from '#server/api/caller.ts';
import { audited } from '#server/operator/staff/index.ts';

type Input<Name extends keyof typeof contracts> = z.output<(typeof contracts)[Name]['input']>;
type Answers = OutputOf<typeof contracts.listSavedAnswers>;

const MAX_ANSWERS = 200;

export async function listSaved(db: Db): Promise<Answers> {
  const rows = await db
    .select()
    .from(savedAnswers)
    .orderBy(asc(savedAnswers.title), asc(savedAnswers.id))
    .limit(MAX_ANSWERS);
  return { items: rows.map(({ id, title, language, text }) => ({ id, title, language, text })) };
}

export function save(
  services: Services,
  { id, title, language, text, reason }: Input<'saveAnswer'>,
  caller: StaffCaller,
): Promise<Answers | Refused> {
  return audited<Answers>(services, caller, reason, async (tx) => {
    const values = { title: title.trim(), language, text: text.trim() };
    const by = { changedBy: caller.session.staff.id, changedAt: services.clock.now() };
    // One at a time, so that no retry is added twice and the list stays within its limit.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('saved answers', 0))`);
    const before = await listSaved(tx);
    const isThere = before.items.some((saved) => (id === undefined || saved.id === id) && isSame(saved, values));
    if (isThere) return { answer: before, change: undefined };
    if (id === undefined) {
      if (before.items.length >= MAX_ANSWERS) return refuse('too_large');
      await tx.insert(savedAnswers).values({ ...values, ...by });
    } else {
      const changed = await tx
        .update(savedAnswers)
        .set({ ...values, ...by })
        .where(eq(savedAnswers.id, id))
        .returning();
      if (changed.length === 0) return refuse('not_found');
    }
    const change = {
      action: id === undefined ? 'saved-answers add' : 'saved-answers change',
      ...auditFields(values.title),
    };
    return { answer: await listSaved(tx), change };
  });
}

type Values = Pick<typeof savedAnswers.$inferSelect, 'title' | 'language' | 'text'>;

function isSame(saved: Values, values: Values): boolean {
  return saved.title === values.title && saved.language === values.language && saved.text === values.text;
}

export function remove(
  services: Services,
  { id, reason }: Input<'removeSavedAnswer'>,
  caller: StaffCaller,
): Promise<Answers | Refused> {
  return audited<Answers>(services, caller, reason, async (tx) => {
    const [removed] = await tx.delete(savedAnswers).where(eq(savedAnswers.id, id)).returning();
    const change = removed && { action: 'saved-answers remove', ...auditFields(removed.title) };
    return { answer: await listSaved(tx), change };
  });
}

function auditFields(title: string) {
  return { subject: 'saved-answers', after: { title } };
}
