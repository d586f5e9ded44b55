import { randomUUID } from 'node:crypto';
import { eq, inArray } from 'drizzle-orm';
import { ACCRUAL_REASONS } from '#domain/history.ts';
import { MICROS_PER_USDT } from '#domain/money.ts';
import type { WithdrawalState } from '#domain/withdrawal.ts';
import { addSeconds, type Clock } from '#server/clock.ts';
import type { Db } from '#server/db/connect.ts';
import { memberPins, members, withdrawals, withdrawalSteps } from '#server/db/schema/index.ts';
import { hashPin } from '#server/finance/index.ts';
import { holdFunds, type LedgerServices, payOutHold, postTransfers, releaseHold } from '#server/ledger/index.ts';
import { DEMO_PIN } from './cast.ts';
import { type Event, purchases, requestToday, seedPlans } from './places.ts';
import { seededRandom } from './seeded-random.ts';

const WITH_PIN = ['anna', 'ivan', 'jonas', 'marie'];
const DAY_SECONDS = 24 * 60 * 60;
const ACCRUALS = 64;
const FIRST_DAYS_AGO = 240;

/**
 * PINs, places, and for Anna a year with the platform: earnings, withdrawals of every end, and a balance that adds up.
 */
export async function seedDemoMoney(tx: Db, services: LedgerServices): Promise<void> {
  await seedPlans(tx, services);
  const found = await tx
    .select({ id: members.id, username: members.username })
    .from(members)
    .where(inArray(members.username, WITH_PIN));
  const idOf = new Map(found.map(({ id, username }) => [username, id]));
  for (const [, memberId] of idOf) {
    const pinHash = await hashPin(services.secrets, memberId, DEMO_PIN);
    await tx.insert(memberPins).values({ memberId, pinHash, setAt: services.clock.now() });
  }
  const anna = idOf.get('anna');
  const annas = anna === undefined ? [] : [...(await accruals(tx, anna)), ...withdrawalsOf(tx, anna)];
  const events = [...annas, ...(await purchases(tx, services))];
  for (const { daysAgo, happen } of events.toSorted((a, b) => b.daysAgo - a.daysAgo)) {
    await happen({ ...services, clock: agoClock(services.clock, daysAgo) });
  }
  await requestToday(tx, services, 'jonas');
}

async function accruals(tx: Db, memberId: number): Promise<Event[]> {
  const random = seededRandom(4826);
  const sources = await tx
    .select({ id: members.id })
    .from(members)
    .where(eq(members.inviterId, memberId))
    .orderBy(members.id)
    .limit(20);
  return Array.from({ length: ACCRUALS }, (_, index) => {
    const reason = ACCRUAL_REASONS[Math.floor(random() * ACCRUAL_REASONS.length)] ?? 'referral';
    const source = sources[Math.floor(random() * sources.length)];
    const cents = BigInt(Math.round(500 + random() ** 3 * 120_000));
    const amountMicros = (cents * MICROS_PER_USDT) / 100n;
    const details = {
      reason,
      document: `A-${20_000 + index}`,
      batch: 'demo',
      line: String(index + 1),
      ...(reason === 'referral' && source ? { source: String(source.id) } : {}),
    };
    return {
      daysAgo: FIRST_DAYS_AGO * (1 - (index + random()) / ACCRUALS) + 0.2,
      happen: async (past) => {
        const legs = [
          { account: { kind: 'earnings' } as const, amountMicros: -amountMicros },
          { account: { kind: 'available', memberId } as const, amountMicros },
        ];
        await postTransfers(tx, past, [{ key: `demo:accrual:${index + 1}`, kind: 'accrual', memberId, details, legs }]);
      },
    };
  });
}

/** A wallet and a node that belong to nobody. */
const WALLET = 'TMW46NB7emkS1BTR6i6tKEPEixQFZpoWqe';
const NODE = 'qc1A88f0Dd20B71e4C95aFa2e4';

type Past = { daysAgo: number; usdt: bigint; destination: string; ends: 'completed' | 'cancelled' | 'open' };

const WITHDRAWALS: readonly Past[] = [
  { daysAgo: 180, usdt: 250n, destination: WALLET, ends: 'completed' },
  { daysAgo: 95, usdt: 400n, destination: WALLET, ends: 'completed' },
  { daysAgo: 41, usdt: 120n, destination: NODE, ends: 'cancelled' },
  { daysAgo: 16, usdt: 75n, destination: NODE, ends: 'completed' },
  { daysAgo: 1.1, usdt: 150n, destination: WALLET, ends: 'open' },
];

function withdrawalsOf(tx: Db, memberId: number): Event[] {
  return WITHDRAWALS.map((past) => ({
    daysAgo: past.daysAgo,
    happen: (services) => withdraw(tx, services, memberId, past),
  }));
}

async function withdraw(tx: Db, services: LedgerServices, memberId: number, past: Past): Promise<void> {
  const { destination, ends } = past;
  const id = randomUUID();
  const hold = { purpose: `withdrawal:${id}`, memberId, amountMicros: past.usdt * MICROS_PER_USDT };
  const network = destination === WALLET ? 'trc20' : 'qchain';
  const held = await holdFunds(tx, services, { ...hold, details: { destination, network, fee: '0' } });
  if ('shortOf' in held) throw new Error('the demo has too little money');
  const holdId = held.ids[0] ?? 0;
  const requestedAt = services.clock.now();
  const row = { id, memberId, destination, network, amount: hold.amountMicros, fee: 0n, requestedAt, holdId } as const;
  await tx.insert(withdrawals).values({ ...row, state: 'requested' });
  await step(tx, id, 'requested', requestedAt, 'member');
  if (ends === 'open') return;

  const later = (minutes: number) => ({ ...services, clock: { now: () => addSeconds(requestedAt, minutes * 60) } });
  const to = (state: WithdrawalState, change: Partial<typeof withdrawals.$inferInsert> = {}) =>
    tx
      .update(withdrawals)
      .set({ ...change, state })
      .where(eq(withdrawals.id, id));
  if (ends === 'cancelled') {
    const back = { ...hold, holdId, details: { state: 'cancelled' } };
    await to('cancelled', { endId: await releaseHold(tx, later(9), back) });
    return step(tx, id, 'cancelled', later(9).clock.now(), 'member');
  }
  await to('approved');
  await step(tx, id, 'approved', later(22).clock.now(), 'operator:demo');
  await to('sending');
  await step(tx, id, 'sending', later(23).clock.now(), 'platform');
  const completedAt = later(26).clock.now();
  const chainId = id.replaceAll('-', '').repeat(2);
  const endId = await payOutHold(tx, later(26), { ...hold, feeMicros: 0n, details: { chain: chainId } });
  await to('completed', { endId, completedAt, chainId });
  await step(tx, id, 'completed', completedAt, 'node');
}

async function step(tx: Db, withdrawalId: string, state: WithdrawalState, at: Date, actor: string): Promise<void> {
  await tx.insert(withdrawalSteps).values({ withdrawalId, state, at, actor });
}

function agoClock(clock: Clock, daysAgo: number): Clock {
  const time = addSeconds(clock.now(), -daysAgo * DAY_SECONDS);
  return { now: () => time };
}
