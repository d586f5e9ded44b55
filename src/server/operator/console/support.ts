import { and, asc, eq, gt, inArray, isNull, ne, or, type SQL } from 'drizzle-orm';
import type * as z from 'zod/mini';
import type * as contracts from '#contracts/console/support.ts';
import type { ConsoleSupport, ConsoleSupportRequest } from '#contracts/console/support.ts';
import type { OutputOf } from '#contracts/contract.ts';
import { isRefused, refuse, type Refused, refuseField } from '#domain/refusals.ts';
import { readSupportAbout, readSupportNumber, supportNumber } from '#domain/support.ts';
import type { Db } from '#server/db/connect.ts';
import { members, staff, supportAnswers, supportRequests } from '#server/db/schema/index.ts';
import type { Services } from '#server/api/services.ts';
import type { StaffCaller } from '#server/api/caller.ts';
import { actorOf, audited, type Change } from '#server/operator/staff/index.ts';
import { answerSupport, closeSupport, lockSupport } from '#server/members/support/index.ts';
import { shownEmail } from '#server/base/shown-email.ts';
import { actorNames } from './actor-names.ts';
import { keysetOf, PAGE } from './keyset.ts';
import { totalOf } from './total.ts';
import { idsOfUsernames } from './usernames.ts';

type Input<Name extends keyof typeof contracts> = z.output<(typeof contracts)[Name]['input']>;

const BEGINNING = 200;

/** Ids grow with time. */
const SORTS = { created_at: { column: supportRequests.id, type: 'integer' } } as const;

export async function list(
  services: Services,
  input: Input<'listConsoleSupport'>,
  you: number,
): Promise<OutputOf<typeof contracts.listConsoleSupport> | Refused> {
  const result = await page(services, input, you);
  if (isRefused(result)) return result;
  return { ...result, items: result.items.map((item) => ({ ...item, message: item.message.slice(0, BEGINNING) })) };
}

export async function page(
  { db }: Pick<Services, 'db'>,
  { state = 'open', topic, assigned, search, sort = 'created_at', cursor, limit = PAGE }: Input<'listConsoleSupport'>,
  you?: number,
): Promise<OutputOf<typeof contracts.listConsoleSupport> | Refused> {
  const keyset = keysetOf(SORTS, sort, SORTS.created_at, cursor);
  if (!keyset) return refuseField('cursor', 'invalid');
  const filter = and(
    state === 'all' ? undefined : eq(supportRequests.state, state),
    topic && eq(supportRequests.topic, topic),
    assigned && isAssigned(assigned, you),
    search?.trim() ? await searchCondition(db, search.trim()) : undefined,
  );
  const [fetchedRows, total] = await Promise.all([
    select(db)
      .where(and(filter, keyset.behind))
      .orderBy(...keyset.order)
      .limit(limit + 1),
    totalOf(db, supportRequests, filter),
  ]);
  const { rows, next } = keyset.page(fetchedRows, limit, ({ row: { id } }) => [id, id]);
  return { items: rows.map((selected) => present(selected, you)), next, total };
}

async function searchCondition(db: Db, search: string): Promise<SQL> {
  const id = readSupportNumber(search);
  if (id !== undefined) return eq(supportRequests.id, id);
  return inArray(supportRequests.memberId, await idsOfUsernames(db, search.toLowerCase()));
}

function isAssigned(assigned: 'me' | 'nobody', you: number | undefined): SQL | undefined {
  if (assigned === 'nobody') return isNull(supportRequests.assignedTo);
  return you === undefined ? undefined : eq(supportRequests.assignedTo, you);
}

function select(db: Db) {
  return db
    .select({ row: supportRequests, member: members, assigned: staff.name })
    .from(supportRequests)
    .innerJoin(members, eq(members.id, supportRequests.memberId))
    .leftJoin(staff, eq(staff.id, supportRequests.assignedTo))
    .$dynamic();
}

type Selected = {
  row: typeof supportRequests.$inferSelect;
  member: typeof members.$inferSelect;
  assigned: string | null;
};

function present({ row, member, assigned }: Selected, you: number | undefined): ConsoleSupport {
  return {
    number: supportNumber(row.id),
    username: member.username,
    topic: row.topic,
    state: row.state,
    created_at: row.createdAt.toISOString(),
    answered_at: row.answeredAt?.toISOString() ?? null,
    assigned_to: assigned === null ? null : { name: assigned, is_you: row.assignedTo === you },
    message: row.message,
    about: readSupportAbout(row.about ?? '') ?? null,
  };
}

export async function describe(
  { db }: Services,
  number: string,
  you: number,
): Promise<ConsoleSupportRequest | Refused> {
  const id = readSupportNumber(number);
  const [request] = id === undefined ? [] : await select(db).where(eq(supportRequests.id, id));
  if (!request) return refuse('not_found');
  const answers = await db
    .select()
    .from(supportAnswers)
    .where(eq(supportAnswers.requestId, request.row.id))
    .orderBy(asc(supportAnswers.id));
  const [names, next] = await Promise.all([
    actorNames(
      db,
      answers.map(({ operator }) => ({ actor: operator })),
    ),
    findNext(db, request.row.id, you),
  ]);
  const { name, email, language } = request.member;
  return {
    ...present(request, you),
    member: { name, email: shownEmail(email), language },
    answers: answers.map(({ text, operator, at }) => ({
      text,
      by: names.get(operator) ?? operator,
      at: at.toISOString(),
    })),
    next,
  };
}

async function findNext(db: Db, id: number, you: number): Promise<string | null> {
  const { id: number, state, assignedTo } = supportRequests;
  const isFree = and(eq(state, 'open'), ne(number, id), or(isNull(assignedTo), eq(assignedTo, you)));
  const first = (condition: SQL | undefined) =>
    db.select({ number }).from(supportRequests).where(and(isFree, condition)).orderBy(asc(number)).limit(1);
  const [found] = await first(gt(number, id));
  const [next] = found ? [found] : await first(undefined);
  return next ? supportNumber(next.number) : null;
}

type Answer = Promise<ConsoleSupportRequest | Refused>;

export function assign(services: Services, { number, to }: Input<'assignSupport'>, caller: StaffCaller): Answer {
  const { id, email } = caller.session.staff;
  return change(services, caller, { number }, async (tx, { row }) => {
    const assignedTo = to === 'me' ? id : null;
    if (row.assignedTo === assignedTo) return undefined;
    await tx.update(supportRequests).set({ assignedTo }).where(eq(supportRequests.id, row.id));
    return { action: 'support assign', after: { assigned_to: to === 'me' ? email : null } };
  });
}

/** Refuses if there are answers that the writer has not seen. A retry of the same answer changes nothing. */
export function answer(
  services: Services,
  { number, text, seen }: Input<'answerConsoleSupport'>,
  caller: StaffCaller,
): Answer {
  const operator = actorOf(caller.session.staff.id);
  return change(services, caller, { number }, async (tx, request) => {
    const answers = await tx
      .select()
      .from(supportAnswers)
      .where(eq(supportAnswers.requestId, request.row.id))
      .orderBy(asc(supportAnswers.id));
    if (answers.length !== seen) {
      const [unseen, ...laterAnswers] = answers.slice(seen);
      const isOurs = unseen?.operator === operator && unseen.text === text.trim() && laterAnswers.length === 0;
      return isOurs ? undefined : refuse('answered_meanwhile');
    }
    const refusal = await answerSupport(tx, services, request, { text: text.trim(), operator });
    if (refusal) return refusal;
    return { action: 'support answer', before: { state: request.row.state }, after: { state: 'answered' } };
  });
}

export function close(services: Services, input: Input<'closeConsoleSupport'>, caller: StaffCaller): Answer {
  return change(services, caller, input, async (tx, { row }) => {
    if (await closeSupport(tx, row)) return undefined;
    return { action: 'support close', before: { state: row.state }, after: { state: 'closed' } };
  });
}

type LockedRequest = NonNullable<Awaited<ReturnType<typeof lockSupport>>>;
type Step = (tx: Db, request: LockedRequest) => Promise<Omit<Change, 'subject'> | Refused | undefined>;

async function change(
  services: Services,
  caller: StaffCaller,
  { number, reason = '' }: { number: string; reason?: string },
  step: Step,
): Answer {
  const result = await audited<object>(services, caller, reason, async (tx) => {
    const id = readSupportNumber(number);
    const request = id === undefined ? undefined : await lockSupport(tx, id);
    if (!request) return refuse('not_found');
    const stepChange = await step(tx, request);
    if (isRefused(stepChange)) return stepChange;
    return { answer: {}, change: stepChange && { ...stepChange, subject: `support:${supportNumber(request.row.id)}` } };
  });
  return isRefused(result) ? result : describe(services, number, caller.session.staff.id);
}
