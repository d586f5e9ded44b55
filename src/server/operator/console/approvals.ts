import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { and, eq, inArray, sql } from 'drizzle-orm';
import type * as z from 'zod/mini';
import type { Approval, decideApproval, listApprovals } from '#contracts/console/approvals.ts';
import type { OutputOf } from '#contracts/contract.ts';
import { moneyText } from '#domain/money.ts';
import { isRefused, refuse, type Refused, refuseField } from '#domain/refusals.ts';
import { isUuid } from '#domain/uuid.ts';
import type { Db } from '#server/db/connect.ts';
import { approvals, type Staff, staff } from '#server/db/schema/index.ts';
import type { Services } from '#server/api/services.ts';
import type { StaffCaller } from '#server/api/caller.ts';
import {
  actorOf,
  audited,
  type Change,
  readStaffAccess,
  type StaffAccess,
  type StaffActor,
} from '#server/operator/staff/index.ts';
import type { Action, Checked, Order } from './action.ts';
import { ACTIONS, type ActionName, isAction } from './actions.ts';
import { readSubjects } from './approval-subjects.ts';
import { insertWork } from './insert-work.ts';
import { keysetOf, PAGE } from './keyset.ts';
import { mayDecide, presentCandidate, presentGrants, secondRefusal, visibleActions } from './second-person.ts';
import { totalOf } from './total.ts';

export type ActionRequest = { action: ActionName; id: string; input?: Record<string, unknown> } & Pick<
  Order,
  'onProgress'
>;
type Outcome = { outcome: 'done' | 'waiting' };

/** Runs the action, or records it for a second person where `check` asks for one. Repeating changes nothing. */
export async function runOrRequestApproval(
  services: Services,
  caller: StaffActor,
  request: ActionRequest,
  reason: string,
): Promise<Outcome | Refused> {
  return audited<Outcome>(services, caller, reason, async (tx) => {
    const action: Action = ACTIONS[request.action];
    const { id, input = {}, onProgress } = request;
    const preparedBy = caller.session.staff.id;
    const order: Order = { id, input, onProgress, actor: actorOf(preparedBy), preparedBy };
    const checked = await action.check(tx, services, order);
    if (isRefused(checked)) return checked;
    if (checked.needsSecond) return prepare(tx, services, { action: request.action, order, checked, reason });
    const change = await action.run(tx, services, order);
    return isRefused(change) ? change : { answer: { outcome: 'done' }, change };
  });
}

type Preparation = { action: ActionName; order: Order; checked: Checked; reason: string };

async function prepare(tx: Db, { clock }: Services, { action, order, checked, reason }: Preparation) {
  const { id: subject, preparedBy } = order;
  const { amountMicros, remember } = checked;
  const input = { ...order.input, ...remember };
  const preparedAt = clock.now();
  const [prepared] = await tx
    .insert(approvals)
    .values({ id: randomUUID(), action, subject, input, amountMicros, reason, preparedBy, preparedAt })
    .onConflictDoNothing()
    .returning();
  const waiting = { outcome: 'waiting' } as const;
  if (!prepared) {
    const isThis = and(eq(approvals.action, action), eq(approvals.subject, subject), eq(approvals.state, 'waiting'));
    const [earlier] = await tx.select().from(approvals).where(isThis);
    if (earlier && !isDeepStrictEqual(earlier.input, input)) return refuse('approval_waits');
    return { answer: waiting, change: undefined };
  }
  const { onPrepared }: Action = ACTIONS[action];
  await onPrepared?.(tx, { ...order, input });
  const facts = amountMicros === 0n ? { ...remember } : { amount: moneyText(amountMicros) };
  const change: Change = {
    action: `${action} (prepared)`,
    subject: subjectOf(action, subject),
    after: { approval: prepared.id, ...facts },
  };
  return { answer: waiting, change };
}

function subjectOf(action: ActionName, id: string): string {
  return `${action.split(' ')[0]?.replace(/s$/, '')}:${id}`;
}

type Row = typeof approvals.$inferSelect;

export function decide(
  services: Services,
  { id, decision, reason }: z.output<typeof decideApproval.input>,
  caller: StaffCaller,
): Promise<Approval | Refused> {
  const you = caller.session.staff;
  return audited<Approval>(services, caller, reason, async (tx) => {
    const [row] = isUuid(id) ? await tx.select().from(approvals).where(eq(approvals.id, id)).for('update') : [];
    if (!row || !isAction(row.action)) return refuse('not_found');
    if (!mayDecide(row, you)) return refuse('not_able');
    const { action } = row;
    const refusal = decision === 'approve' && secondRefusal(await readStaffAccess(tx), services.clock.now(), row, you);
    if (refusal) return refuse(refusal);
    if (row.state !== 'waiting') return refuse('decided_before');
    const change =
      decision === 'approve'
        ? await approve(tx, services, { ...row, action }, caller)
        : declineChange(action, row.subject);
    if (isRefused(change)) return change;
    if (decision === 'decline') {
      const { onDeclined }: Action = ACTIONS[action];
      await onDeclined?.(tx, row.subject);
    }
    const decided = { state: decision === 'approve' ? 'approved' : 'declined', decidedBy: you.id } as const;
    await tx
      .update(approvals)
      .set({ ...decided, decidedAt: services.clock.now(), decisionReason: reason })
      .where(eq(approvals.id, row.id));
    const [answer] = await select(tx).where(eq(approvals.id, row.id));
    const [approval] = await presentAll({ ...services, db: tx }, [answer!], you);
    return { answer: approval!, change: { ...change, after: { ...change.after, approval: row.id } } };
  });
}

async function approve(
  tx: Db,
  services: Services,
  { action, subject, reason, ...row }: Row & { action: ActionName },
  caller: StaffCaller,
): Promise<Change | Refused> {
  const { isLong, onStarted, run }: Action = ACTIONS[action];
  const { input, preparedBy } = row;
  if (!isLong) {
    const actor = actorOf(caller.session.staff.id);
    return (await run(tx, services, { id: subject, input, actor, preparedBy })) ?? refuse('decided_before');
  }
  const id = randomUUID();
  await insertWork(tx, services, caller, { id, action, subjects: [subject], reason, approval: row.id });
  await onStarted?.(tx, subject, id);
  return {
    action: `${action} (approved)`,
    subject: subjectOf(action, subject),
    before: { state: 'waiting' },
    after: { state: 'approved', work: id },
  };
}

export function carryOut(
  services: Services,
  caller: StaffActor,
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
      preparedBy: row.preparedBy,
      onProgress,
    });
    return isRefused(change) ? change : { answer: { outcome: 'done' }, change };
  });
}

function declineChange(action: ActionName, subject: string): Change {
  return {
    action: `${action} (declined)`,
    subject: subjectOf(action, subject),
    before: { state: 'waiting' },
    after: { state: 'declined' },
  };
}

const SORTS = { at: { column: approvals.preparedAt, type: 'timestamptz' } } as const;

export async function list(
  services: Services,
  { state = 'waiting', cursor, limit = PAGE }: z.output<typeof listApprovals.input>,
  you: Staff,
): Promise<OutputOf<typeof listApprovals> | Refused> {
  const keyset = keysetOf(SORTS, state === 'waiting' ? 'at' : '-at', { column: approvals.id, type: 'uuid' }, cursor);
  if (!keyset) return refuseField('cursor', 'invalid');
  const filter = and(eq(approvals.state, state), inArray(approvals.action, visibleActions(you)));
  const [fetchedRows, total] = await Promise.all([
    select(services.db)
      .where(and(filter, keyset.behind))
      .orderBy(...keyset.order)
      .limit(limit + 1),
    totalOf(services.db, approvals, filter, approvals.amountMicros),
  ]);
  const { rows, next } = keyset.page(fetchedRows, limit, ({ row: { id, preparedAt } }) => [preparedAt, id]);
  return { items: await presentAll(services, rows, you), next, total };
}

function select(db: Db) {
  const preparer = sql<string>`(select name from ${staff} where id = ${approvals.preparedBy})`;
  const decider = sql<string | null>`(select name from ${staff} where id = ${approvals.decidedBy})`;
  return db.select({ row: approvals, preparer, decider }).from(approvals).$dynamic();
}

type SelectedApproval = { row: Row; preparer: string; decider: string | null };

async function presentAll(services: Services, selected: readonly SelectedApproval[], you: Staff): Promise<Approval[]> {
  const access = await readStaffAccess(services.db);
  const rows = selected.map(({ row }) => row);
  const subjects = await readSubjects(services, rows, you);
  return selected.map((one) => present(services, access, { ...one, about: subjects.get(one.row.id) ?? null }, you));
}

function present(
  { clock }: Services,
  access: StaffAccess,
  { row, preparer, decider, about }: SelectedApproval & Pick<Approval, 'about'>,
  you: Staff,
): Approval {
  return {
    id: row.id,
    action: row.action,
    subject: row.subject,
    about,
    amount: row.amountMicros === 0n ? null : moneyText(row.amountMicros),
    reason: row.reason,
    prepared_by: preparer,
    preparer_access: presentGrants(access, row.preparedBy),
    candidate: presentCandidate(access, row),
    prepared_at: row.preparedAt.toISOString(),
    state: row.state,
    decided_by: decider,
    decided_at: row.decidedAt?.toISOString() ?? null,
    is_yours: row.preparedBy === you.id,
    refusal: secondRefusal(access, clock.now(), row, you) ?? null,
  };
}
