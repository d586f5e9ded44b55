import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { asc, eq, sql } from 'drizzle-orm';
import { CURRENCY } from '#domain/money.ts';
import { PAYABLE_MINUTES } from '#domain/transaction.ts';
import { addSeconds } from '#server/base/clock.ts';
import { tellFaults } from '#server/base/file-faults.ts';
import type { Db } from '#server/db/connect.ts';
import { members, plans, transactionPayments, transactions, transactionSteps } from '#server/db/schema/index.ts';
import { type LedgerServices, receivePayments } from '#server/ledger/index.ts';
import { applyPlans, closeExpired, readPlansFile } from '#server/members/places/index.ts';
import {
  openPaidPlace,
  openTransaction,
  purposeOf,
  type SaleServices,
  type TransactionRow,
} from '#server/members/transactions/index.ts';

const PLANS_FILE = new URL('./plans.json', import.meta.url);
const DAY_SECONDS = 24 * 60 * 60;
/** Older places would have ended: a licence is for a year. */
const MAX_DAYS_AGO = 300;

export async function seedPlans(tx: Db, services: LedgerServices): Promise<void> {
  const read = readPlansFile(await readFile(PLANS_FILE, 'utf8'));
  const applied =
    'wrong' in read ? read : await applyPlans(tx, services, read.plans, { operator: 'demo', reason: 'demo' });
  if ('wrong' in applied) throw new Error(`plans.json: ${tellFaults(applied.wrong).join(' ')}`);
}

/** Active members bought a licence soon after registering, and the next one when it was full. */
export async function purchases(tx: Db, { clock }: Pick<LedgerServices, 'clock'>): Promise<Event[]> {
  const active = await tx.select().from(members).where(eq(members.active, true)).orderBy(asc(members.id));
  const now = clock.now();
  const licences = active.map(({ id, registeredAt }) => {
    const daysHere = (now.getTime() - registeredAt.getTime()) / (DAY_SECONDS * 1000);
    const daysAgo = Math.min(daysHere * 0.9, MAX_DAYS_AGO);
    return { memberId: id, planId: 'licenses-1', daysAgo, at: addSeconds(now, -daysAgo * DAY_SECONDS) };
  });
  const rows = await requestPlaces(tx, licences);
  const firsts = licences.map(({ daysAgo }, index): Event => {
    return { daysAgo, happen: (past) => payAndFollow(tx, past, rows[index]) };
  });
  const anna = active.find(({ username }) => username === 'anna');
  const annasLine = anna ? [anna, ...active.filter(({ inviterId }) => inviterId === anna.id)] : [];
  return [
    ...firsts,
    ...ELSEWHERE.flatMap(({ planId, daysAgo, buyers, days }) =>
      annasLine
        .slice(0, buyers)
        .flatMap(({ id }, index) => buyElsewhere(tx, id, { planId, daysAgo: daysAgo - index * 3, days })),
    ),
  ];
}

/** A Turbo place is for 90 days, so it has expired; the others don't expire. */
const ELSEWHERE = [
  { planId: 'turbo-1', daysAgo: 112, buyers: 5, days: 90 },
  { planId: 'fast-money-1', daysAgo: 91, buyers: 2, days: undefined },
  { planId: 'dreamx-1', daysAgo: 80, buyers: 4, days: undefined },
];
const EXPIRY_IS_SEEN_DAYS = 0.01;

type Bought = { planId: string; daysAgo: number; days: number | undefined };

function buyElsewhere(tx: Db, memberId: number, { planId, daysAgo, days }: Bought): Event[] {
  const bought: Event = {
    daysAgo,
    async happen(past) {
      const [row] = await requestPlaces(tx, [{ memberId, planId, at: past.clock.now() }]);
      await payFor(tx, past, row);
    },
  };
  const expired: Event = {
    daysAgo: daysAgo - (days ?? 0) - EXPIRY_IS_SEEN_DAYS,
    happen: async (past) => void (await closeExpired(tx, past)),
  };
  return days === undefined ? [bought] : [bought, expired];
}

export async function requestToday(tx: Db, services: LedgerServices, username: string): Promise<void> {
  const [member] = await tx.select({ id: members.id }).from(members).where(eq(members.username, username));
  const [plan] = await tx.select().from(plans).where(eq(plans.id, 'licenses-2'));
  if (member && plan) await openTransaction(tx, services, { memberId: member.id }, plan);
}

async function payAndFollow(tx: Db, services: SaleServices, first: TransactionRow | undefined): Promise<void> {
  for (let row = first; row; [row] = await requestPlaces(tx, await findNextRequests(tx, services.clock.now()))) {
    await payFor(tx, services, row);
  }
}

/** The next licence for a member whose last open one just became full. */
async function findNextRequests(tx: Db, at: Date) {
  const { rows } = await tx.execute<{ memberId: number; planId: string }>(sql`
    select p.member_id as "memberId", next.id as "planId"
    from places p join members m on m.id = p.member_id and not m.active
      join plans next on next.platform = 'licenses' and next.availability = 'on_sale'
    where p.closing = 'full' and p.closed_at = ${at}
      and not exists (select from places o where o.member_id = p.member_id and o.plan_id = next.id)
    order by p.id, next.number limit 1`);
  return rows.map((row) => ({ ...row, at }));
}

type PlaceSeed = { memberId: number; planId: string; at: Date };

const ASKED_SECONDS_BEFORE = 600;
const PAID_SECONDS_BEFORE = 180;
/** Payment id and address of demo transactions, which the node never saw. */
const NODE_ID = 'demo';

/** @internal exported for the tests */
export async function requestPlaces(tx: Db, seeds: readonly PlaceSeed[]): Promise<TransactionRow[]> {
  if (seeds.length === 0) return [];
  const prices = new Map((await tx.select().from(plans)).map(({ id, price }) => [id, price]));
  const rows = seeds.map(({ memberId, planId, at }) => {
    const price = prices.get(planId);
    if (price === undefined) throw new Error(`There is no plan ${planId}.`);
    const createdAt = addSeconds(at, -ASKED_SECONDS_BEFORE);
    const expiresAt = addSeconds(createdAt, PAYABLE_MINUTES * 60);
    const state = 'awaiting_payment' as const;
    return { id: randomUUID(), memberId, planId, price, state, createdAt, expiresAt, address: NODE_ID };
  });
  const requests = await tx.insert(transactions).values(rows).returning();
  await tx
    .insert(transactionSteps)
    .values(rows.map(({ id, state, createdAt }) => ({ transactionId: id, state, at: createdAt, actor: 'member' })));
  await tx.insert(transactionPayments).values(
    rows.map(({ id, price, createdAt }) => {
      const at = addSeconds(createdAt, ASKED_SECONDS_BEFORE - PAID_SECONDS_BEFORE);
      return { transactionId: id, nodeId: NODE_ID, amountMicros: price, currency: CURRENCY, at };
    }),
  );
  return requests;
}

/** @internal exported for the tests */
export async function payFor(tx: Db, services: SaleServices, row: TransactionRow | undefined): Promise<void> {
  if (!row) return;
  const { price } = row;
  const paidAt = addSeconds(services.clock.now(), -PAID_SECONDS_BEFORE);
  const payments = [{ nodeId: NODE_ID, amountMicros: price }];
  await receivePayments(tx, services, purposeOf(row), { payments, upToMicros: price });
  await tx.update(transactions).set({ received: price, paidAt }).where(eq(transactions.id, row.id));
  await openPaidPlace(tx, services, row, 'node');
}

/** `past` has a clock of that day. */
export type Event = { daysAgo: number; happen: (past: SaleServices) => Promise<void> };
