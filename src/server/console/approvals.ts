import { randomUUID } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import type * as z from 'zod/mini';
import type { Approval, decideApproval, listApprovals } from '#contracts/console/approvals.ts';
import type { OutputOf } from '#contracts/contract.ts';
import { moneyText } from '#domain/money.ts';
import { isRefused, refuse, type Refused, refuseField } from '#domain/refusals.ts';
import { isUuid } from '#domain/uuid.ts';
import type { Db } from '#server/db/connect.ts';
import { approvals, staff } from '#server/db/schema/index.ts';
import type { Services } from '#server/services.ts';
import type { StaffCaller } from '#server/http/caller.ts';
import { actorOf, audited, type By, type Change } from '#server/staff/index.ts';
import type { Action, Order } from './action.ts';
import { ACTIONS, type ActionName, isAction } from './actions.ts';
import { insertWork } from './insert-work.ts';
import { keysetOf, PAGE } from './keyset.ts';

type Wish = { action: ActionName; id: string; input?: Record<string, unknown> } & Pick<Order, 'onProgress'>;
type Outcome = { outcome: 'done' | 'waiting' };

/** Does it, or from the set amount on writes it down for a second person. Asked for again it waits as before. */
export async function perform(services: Services, caller: By, wish: Wish, reason: string): Promise<Outcome | Refused> {
  return audited<Outcome>(services, caller, reason, async (tx) => {
    const action = ACTIONS[wish.action];
    const { id, input = {}, onProgress } = wish;
    const order: Order = { id, input, onProgress, actor: actorOf(caller.session.staff.id) };
    const amountMicros = await action.amountOf(tx, services, order);
    if (isRefused(amountMicros)) return amountMicros;
    if (amountMicros < services.config.fourEyesMicros) {
      const change = await action.run(tx, services, order);
      return isRefused(change) ? change : { answer: { outcome: 'done' }, change };
    }
    const [prepared] = await tx
      .insert(approvals)
      .values({
        id: randomUUID(),
        action: wish.action,
        subject: wish.id,
        input: order.input,
        amountMicros,
        reason,
        preparedBy: caller.session.staff.id,
        preparedAt: services.clock.now(),
      })
      .onConflictDoNothing()
      .returning();
    const change = prepared && {
      action: `${wish.action} (prepared)`,
      subject: subjectOf(wish.action, wish.id),
      after: { approval: prepared.id, amount: moneyText(amountMicros) },
    };
    return { answer: { outcome: 'waiting' }, change };
  });
}

/** How the audit log names what an action is about: `withdrawal:` and its id. */
function subjectOf(action: ActionName, id: string): string {
  return `${action.split('s ')[0]}:${id}`;
}

type Row = typeof approvals.$inferSelect;

/** Two who decide at once: one has an effect, the other is told. */
export function decide(
  services: Services,
  { id, decision, reason }: z.output<typeof decideApproval.input>,
  caller: StaffCaller,
): Promise<Approval | Refused> {
  const you = caller.session.staff.id;
  return audited<Approval>(services, caller, reason, async (tx) => {
    const [row] = isUuid(id) ? await tx.select().from(approvals).where(eq(approvals.id, id)).for('update') : [];
    if (!row || !isAction(row.action)) return refuse('not_found');
    const { action } = row;
    if (row.preparedBy === you && decision === 'approve') return refuse('prepared_by_you');
    if (row.state !== 'waiting') return refuse('decided_before');
    const change =
      decision === 'approve' ? await approve(tx, services, { ...row, action }, caller) : declined(action, row.subject);
    if (isRefused(change)) return change;
    const decided = { state: decision === 'approve' ? 'approved' : 'declined', decidedBy: you } as const;
    await tx
      .update(approvals)
      .set({ ...decided, decidedAt: services.clock.now(), decisionReason: reason })
      .where(eq(approvals.id, row.id));
    const [answer] = await select(tx).where(eq(approvals.id, row.id));
    return { answer: present(answer!, you), change: { ...change, after: { ...change.after, approval: row.id } } };
  });
}

/** Does it, or has a job do it that takes long. */
async function approve(
  tx: Db,
  services: Services,
  { action, subject, reason, ...row }: Row & { action: ActionName },
  caller: StaffCaller,
): Promise<Change | Refused> {
  const { isLong, began, run }: Action = ACTIONS[action];
  if (!isLong) return run(tx, services, { id: subject, input: row.input, actor: actorOf(caller.session.staff.id) });
  const id = randomUUID();
  await insertWork(tx, services, caller, { id, action, subjects: [subject], reason, approval: row.id });
  await began?.(tx, subject, id);
  return {
    action: `${action} (approved)`,
    subject: subjectOf(action, subject),
    before: { state: 'waiting' },
    after: { state: 'approved', work: id },
  };
}

/** In a job: what was approved, as it was prepared. */
export function carryOut(
  services: Services,
  caller: By,
  { approval, reason, onProgress }: { approval: string; reason: string } & Pick<Order, 'onProgress'>,
): Promise<Outcome | Refused> {
  return audited<Outcome>(services, caller, reason, async (tx) => {
    const [row] = await tx.select().from(approvals).where(eq(approvals.id, approval));
    if (row?.state !== 'approved' || !isAction(row.action)) return refuse('not_found');
    const actor = actorOf(caller.session.staff.id);
    const change = await ACTIONS[row.action].run(tx, services, {
      id: row.subject,
      input: row.input,
      actor,
      onProgress,
    });
    return isRefused(change) ? change : { answer: { outcome: 'done' }, change };
  });
}

function declined(action: ActionName, subject: string): Change {
  return {
    action: `${action} (declined)`,
    subject: subjectOf(action, subject),
    before: { state: 'waiting' },
    after: { state: 'declined' },
  };
}

const SORTS = { at: { column: approvals.preparedAt, type: 'timestamptz' } } as const;

/** What waits comes first and the oldest of it; what was decided, the newest first. */
export async function list(
  { db }: Services,
  { state = 'waiting', cursor, limit = PAGE }: z.output<typeof listApprovals.input>,
  you: number,
): Promise<OutputOf<typeof listApprovals> | Refused> {
  const keyset = keysetOf(SORTS, state === 'waiting' ? 'at' : '-at', { column: approvals.id, type: 'uuid' }, cursor);
  if (!keyset) return refuseField('cursor', 'invalid');
  const found = await select(db)
    .where(and(eq(approvals.state, state), keyset.behind))
    .orderBy(...keyset.order)
    .limit(limit + 1);
  const { rows, next } = keyset.page(found, limit, ({ row: { id, preparedAt } }) => [preparedAt, id]);
  return { items: rows.map((one) => present(one, you)), next };
}

function select(db: Db) {
  const preparer = sql<string>`(select name from ${staff} where id = ${approvals.preparedBy})`;
  const decider = sql<string | null>`(select name from ${staff} where id = ${approvals.decidedBy})`;
  return db.select({ row: approvals, preparer, decider }).from(approvals).$dynamic();
}

type Named = { row: Row; preparer: string; decider: string | null };

function present({ row, preparer, decider }: Named, you: number): Approval {
  return {
    id: row.id,
    action: row.action,
    subject: row.subject,
    amount: moneyText(row.amountMicros),
    reason: row.reason,
    prepared_by: preparer,
    prepared_at: row.preparedAt.toISOString(),
    state: row.state,
    decided_by: decider,
    decided_at: row.decidedAt?.toISOString() ?? null,
    is_yours: row.preparedBy === you,
  };
}
