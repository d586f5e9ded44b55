import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { and, asc, eq } from 'drizzle-orm';
import { CURRENCY } from '#domain/money.ts';
import { PAYABLE_MINUTES } from '#domain/transaction.ts';
import { addSeconds, type Clock } from '#server/clock.ts';
import type { Db } from '#server/db/connect.ts';
import { members, places, plans, transactionPayments, transactions } from '#server/db/schema/index.ts';
import type { Event } from './event.ts';
import { depositPayments, type LedgerHouse, setAside } from '#server/ledger/index.ts';
import { applyPlans, readPlansFile } from '#server/places/index.ts';
import { openPaidPlace, openTransaction, purposeOf, recordStep } from '#server/transactions/index.ts';

const PLANS_FILE = new URL('./plans.json', import.meta.url);
const DAY_SECONDS = 24 * 60 * 60;
/** Places before this have ended: a licence is for a year. */
const MOST_DAYS_AGO = 300;

/** What the demo sells. */
export async function seedPlans(tx: Db, house: LedgerHouse): Promise<void> {
  const read = readPlansFile(await readFile(PLANS_FILE, 'utf8'));
  const applied =
    'wrong' in read ? read : await applyPlans(tx, house, read.plans, { operator: 'demo', reason: 'demo' });
  if ('wrong' in applied) throw new Error(`plans.json: ${applied.wrong}`);
}

/**
 * Whoever is active in the demo has paid for it: their first licence soon after they came, and the next one as soon as
 * theirs is full. Anna has been to every platform.
 */
export async function purchases(tx: Db, { clock }: Pick<LedgerHouse, 'clock'>): Promise<Event[]> {
  const people = await tx.select().from(members).where(eq(members.active, true)).orderBy(asc(members.id));
  const daysAgo = (time: Date) => (clock.now().getTime() - time.getTime()) / (DAY_SECONDS * 1000);
  const anna = people.find(({ username }) => username === 'anna');
  const bought = [
    ...people.map(({ id, registeredAt }) => ({
      memberId: id,
      planId: 'licenses-1',
      daysAgo: Math.min(daysAgo(registeredAt) * 0.9, MOST_DAYS_AGO),
    })),
    ...(anna ? ANNAS.map((planId, index) => ({ memberId: anna.id, planId, daysAgo: 100 - index * 9 })) : []),
  ];
  return bought.map((one) => ({
    daysAgo: one.daysAgo,
    happen: (past) => buyAndFollow(tx, past, one.memberId, one.planId),
  }));
}

const ANNAS = ['turbo-1', 'fast-money-1', 'dreamx-1'];
const LICENCES = ['licenses-2', 'licenses-3', 'licenses-4', 'licenses-5'];

/** Somebody has asked for a place today and has not paid yet. */
export async function requestToday(tx: Db, house: LedgerHouse, username: string): Promise<void> {
  const [member] = await tx.select({ id: members.id }).from(members).where(eq(members.username, username));
  const [plan] = await tx.select().from(plans).where(eq(plans.id, 'licenses-2'));
  if (member && plan) await openTransaction(tx, house, member.id, plan);
}

async function buyAndFollow(tx: Db, house: LedgerHouse, memberId: number, planId: string): Promise<void> {
  await buy(tx, house, memberId, planId);
  const filled = await tx
    .select({ memberId: places.memberId })
    .from(places)
    .where(and(eq(places.closing, 'full'), eq(places.closedAt, house.clock.now())));
  for (const place of filled) await moveOn(tx, house, place.memberId);
}

/** Whose licence is full buys the next one. */
async function moveOn(tx: Db, house: LedgerHouse, memberId: number): Promise<void> {
  for (const planId of LICENCES) {
    const [member] = await tx.select({ active: members.active }).from(members).where(eq(members.id, memberId));
    if (member?.active) return;
    const [owned] = await tx
      .select({ id: places.id })
      .from(places)
      .where(and(eq(places.memberId, memberId), eq(places.planId, planId)));
    if (!owned) await buyAndFollow(tx, house, memberId, planId);
  }
}

async function buy(tx: Db, house: LedgerHouse, memberId: number, planId: string): Promise<void> {
  const [plan] = await tx.select({ price: plans.price }).from(plans).where(eq(plans.id, planId));
  if (!plan) throw new Error(`There is no plan ${planId}.`);
  const { price } = plan;
  const id = randomUUID();
  const createdAt = addSeconds(house.clock.now(), -600);
  const expiresAt = addSeconds(createdAt, PAYABLE_MINUTES * 60);
  const [row] = await tx
    .insert(transactions)
    .values({ id, memberId, planId, price, state: 'awaiting_payment', createdAt, expiresAt, address: 'demo' })
    .returning();
  if (!row) throw new Error('the transaction was not written');
  await recordStep(tx, { clock: stopped(createdAt) }, row, 'member');
  const paidAt = addSeconds(createdAt, 420);
  const payment = { nodeId: 'demo', amount: price, currency: CURRENCY, at: paidAt };
  await tx.insert(transactionPayments).values({ transactionId: id, ...payment });
  await depositPayments(tx, house, purposeOf(row), [{ nodeId: 'demo', amountMicros: price }]);
  await setAside(tx, house, purposeOf(row), { amountMicros: price, upToMicros: price });
  await tx.update(transactions).set({ received: price, paidAt }).where(eq(transactions.id, id));
  await openPaidPlace(tx, house, row, 'node');
}

function stopped(at: Date): Clock {
  return { now: () => at };
}
