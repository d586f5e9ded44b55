import { and, asc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type * as z from 'zod/mini';
import type {
  ConsoleTransaction,
  getConsoleTransaction,
  listConsoleTransactions,
  TRANSACTION_MARKS,
} from '#contracts/console/transactions.ts';
import type { OutputOf } from '#contracts/contract.ts';
import { CURRENCY, moneyText } from '#domain/money.ts';
import { refuse, type Refused, refuseField } from '#domain/refusals.ts';
import { canBeCancelled, isUnfinished } from '#domain/transaction.ts';
import { isUuid } from '#domain/uuid.ts';
import type { Db } from '#server/db/connect.ts';
import {
  approvals,
  members,
  plans,
  purchaseWithdrawals,
  transactionPayments,
  transactions,
  transactionSteps,
} from '#server/db/schema/index.ts';
import type { Services } from '#server/api/services.ts';
import { actorNames } from './actor-names.ts';
import { keysetOf, PAGE } from './keyset.ts';
import { totalOf } from './total.ts';
import { idsOfUsernames } from './usernames.ts';

type Mark = (typeof TRANSACTION_MARKS)[number];
type Selected = {
  row: typeof transactions.$inferSelect;
  username: string;
  hasOtherCurrency: boolean;
  isWithdrawn: boolean;
  waitsForSecond: boolean;
};

const SORTS = {
  created_at: { column: transactions.createdAt, type: 'timestamptz' },
  price: { column: transactions.price, type: 'bigint' },
} as const;

export async function list(
  { db }: Pick<Services, 'db'>,
  input: z.output<typeof listConsoleTransactions.input>,
): Promise<OutputOf<typeof listConsoleTransactions> | Refused> {
  const { state, mark, search, sort = '-created_at', cursor, limit = PAGE } = input;
  const keyset = keysetOf(SORTS, sort, { column: transactions.id, type: 'uuid' }, cursor);
  if (!keyset) return refuseField('cursor', 'invalid');
  const filter = and(
    state && eq(transactions.state, state),
    mark && MARKED[mark],
    search ? await searchCondition(db, search.trim()) : undefined,
  );
  const [fetchedRows, total] = await Promise.all([
    select(db)
      .where(and(filter, keyset.behind))
      .orderBy(...keyset.order)
      .limit(limit + 1),
    totalOf(db, transactions, filter, transactions.price),
  ]);
  const { rows, next } = keyset.page(fetchedRows, limit, ({ row: { id, price, createdAt } }) => {
    return [sort.endsWith('price') ? price : createdAt, id];
  });
  return { items: rows.map(present), next, total };
}

const isOther = sql`p.currency <> ${sql.raw(`'${CURRENCY}'`)}`;
const MARKED: Record<Mark, SQL> = {
  late: eq(transactions.state, 'paid_late'),
  partial: eq(transactions.state, 'underpaid'),
  over: sql`${transactions.received} > ${transactions.price}`,
  other_currency: sql`${transactions.id} in (select p.transaction_id from transaction_payments p where ${isOther})`,
  withdrawn: sql`${transactions.id} in (select w.transaction_id from purchase_withdrawals w)`,
};

/** Tries an id, then a plan, then the beginning of a username: one index per query. */
async function searchCondition(db: Db, search: string): Promise<SQL> {
  const id = search.toLowerCase();
  if (isUuid(id)) return eq(transactions.id, id);
  const [plan] = await db.select({ id: plans.id }).from(plans).where(eq(plans.id, search));
  if (plan) return eq(transactions.planId, plan.id);
  return inArray(transactions.memberId, await idsOfUsernames(db, id));
}

function select(db: Db) {
  return db
    .select({
      row: transactions,
      username: members.username,
      hasOtherCurrency: sql<boolean>`exists (
        select from ${transactionPayments} p where p.transaction_id = ${transactions.id} and ${isOther})`,
      isWithdrawn: sql<boolean>`exists (
        select from ${purchaseWithdrawals} w where w.transaction_id = ${transactions.id})`,
      waitsForSecond: sql<boolean>`exists (select 1 from ${approvals}
        where ${approvals.action} in ('transactions settle', 'transactions refund')
        and ${approvals.subject} = ${transactions.id}::text and ${approvals.state} = 'waiting')`,
    })
    .from(transactions)
    .innerJoin(members, eq(members.id, transactions.memberId))
    .$dynamic();
}

function present({ row, username, hasOtherCurrency, isWithdrawn, waitsForSecond }: Selected): ConsoleTransaction {
  const { state, price, received, pending, returned } = row;
  const marks: Record<Mark, boolean> = {
    late: state === 'paid_late',
    partial: state === 'underpaid',
    over: received > price,
    other_currency: hasOtherCurrency,
    withdrawn: isWithdrawn,
  };
  return {
    id: row.id,
    username,
    plan: row.planId,
    price: moneyText(price),
    state,
    paid: moneyText(received),
    pending: moneyText(pending),
    returned: moneyText(returned),
    created_at: row.createdAt.toISOString(),
    paid_at: row.paidAt?.toISOString() ?? null,
    marks: (Object.keys(marks) as Mark[]).filter((mark) => marks[mark]),
    can_settle: isUnfinished(state) && received >= price && !waitsForSecond,
    can_refund: canBeCancelled(state) && received > returned && !waitsForSecond,
    waits_for_second: waitsForSecond,
  };
}

/** By id; transactions that aren’t there are left out. */
export async function findSeveral(
  { db }: Pick<Services, 'db'>,
  ids: readonly string[],
): Promise<Map<string, ConsoleTransaction>> {
  const known = ids.filter(isUuid);
  const found = known.length > 0 ? await select(db).where(inArray(transactions.id, known)) : [];
  return new Map(found.map((selected) => [selected.row.id, present(selected)]));
}

export async function find({ db }: Pick<Services, 'db'>, id: string): Promise<ConsoleTransaction | Refused> {
  const [found] = isUuid(id) ? await select(db).where(eq(transactions.id, id)) : [];
  return found ? present(found) : refuse('not_found');
}

export async function describe(
  { db }: Pick<Services, 'db'>,
  id: string,
): Promise<OutputOf<typeof getConsoleTransaction> | Refused> {
  const [selected] = isUuid(id) ? await select(db).where(eq(transactions.id, id)) : [];
  if (!selected) return refuse('not_found');
  const [steps, payments] = await Promise.all([
    db.select().from(transactionSteps).where(eq(transactionSteps.transactionId, id)).orderBy(asc(transactionSteps.id)),
    db
      .select()
      .from(transactionPayments)
      .where(eq(transactionPayments.transactionId, id))
      .orderBy(asc(transactionPayments.id)),
  ]);
  const names = await actorNames(db, steps);
  return {
    transaction: present(selected),
    expires_at: selected.row.expiresAt.toISOString(),
    address: selected.row.address,
    steps: steps.map(({ state, at, actor }) => ({ state, at: at.toISOString(), actor: names.get(actor) ?? actor })),
    payments: payments.map(({ nodeId, amountMicros, currency, at }) => ({
      node_id: nodeId,
      amount: moneyText(amountMicros),
      currency,
      at: at.toISOString(),
    })),
  };
}
