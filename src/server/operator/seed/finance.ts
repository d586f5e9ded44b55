import { randomUUID } from 'node:crypto';
import { eq, inArray } from 'drizzle-orm';
import { MICROS_PER_USDT } from '#domain/money.ts';
import type { WithdrawalState } from '#domain/withdrawal.ts';
import { postBatch } from '#server/members/accruals/index.ts';
import { addSeconds, type Clock } from '#server/base/clock.ts';
import type { Db } from '#server/db/connect.ts';
import { memberPins, members, savedDestinations, withdrawals, withdrawalSteps } from '#server/db/schema/index.ts';
import { hashPin } from '#server/members/finance/index.ts';
import type { HashServices } from '#server/base/hash-costs.ts';
import {
  type BatchLabels,
  holdFunds,
  type LedgerServices,
  payOutHold,
  postTransfers,
  readBalance,
  releaseHold,
} from '#server/ledger/index.ts';
import type { SaleServices } from '#server/members/transactions/index.ts';
import { DEMO_PIN } from './cast.ts';
import { type Event, purchases, requestToday, seedPlans } from './places.ts';
import { seededRandom } from './seeded-random.ts';

const WITH_PIN = ['anna', 'ivan', 'jonas', 'marie'];
const DAY_SECONDS = 24 * 60 * 60;
const BATCHES = 64;
const FIRST_DAYS_AGO = 240;

const REASONS = ['first_line', 'earnings', 'training', 'bonus', 'earnings'];
const LABELS: BatchLabels = {
  first_line: {
    ru: 'За работу первой линии',
    en: 'First-line earnings',
    de: 'Gutschrift erste Linie',
    fr: 'Gains de la première ligne',
    tamil: 'முதல் லைன் வரவு',
    hindi: 'पहली लाइन का क्रेडिट',
  },
  training: {
    ru: 'За обучение команды',
    en: 'Team training',
    de: 'Teamschulung',
    fr: 'Formation de l’équipe',
    tamil: 'குழு பயிற்சி',
    hindi: 'टीम की ट्रेनिंग',
  },
};

/** `earners`: usernames of Anna's first line who earn too. */
export async function seedDemoMoney(
  tx: Db,
  services: SaleServices & HashServices,
  earners: readonly string[] = [],
): Promise<void> {
  await seedPlans(tx, services);
  const rows = await tx
    .select({ id: members.id, username: members.username })
    .from(members)
    .where(inArray(members.username, WITH_PIN));
  for (const { id: memberId } of rows) {
    const hashed = await hashPin(services, memberId, DEMO_PIN);
    await tx.insert(memberPins).values({ memberId, ...hashed, setAt: services.clock.now() });
  }
  const anna = rows.find(({ username }) => username === 'anna')?.id;
  if (anna !== undefined) await tx.insert(savedDestinations).values(savedBy(anna, services.clock));
  const annasEvents =
    anna === undefined
      ? []
      : [...(await accruals(tx, services, anna, earners)), correction(tx, anna), ...withdrawalEvents(tx, anna)];
  const events = [...annasEvents, ...(await earnersWithdrawals(tx, earners)), ...(await purchases(tx, services))];
  for (const { daysAgo, happen } of events.toSorted((a, b) => b.daysAgo - a.daysAgo)) {
    await happen({ ...services, clock: agoClock(services.clock, daysAgo) });
  }
  await requestToday(tx, services, 'jonas');
}

function savedBy(memberId: number, clock: Clock): (typeof savedDestinations.$inferInsert)[] {
  const toRow = (name: string, destination: string, daysAgo: number) => ({
    id: randomUUID(),
    memberId,
    name,
    destination,
    network: destination === WALLET ? ('trc20' as const) : ('qchain' as const),
    savedAt: addSeconds(clock.now(), -daysAgo * DAY_SECONDS),
  });
  return [toRow('Trust Wallet', WALLET, 181), toRow('QChain', NODE, 42)];
}

async function accruals(
  tx: Db,
  { clock }: Pick<LedgerServices, 'clock'>,
  anna: number,
  earners: readonly string[],
): Promise<Event[]> {
  const random = seededRandom(4826);
  const firstLine = await tx
    .select({ id: members.id, username: members.username, registeredAt: members.registeredAt })
    .from(members)
    .where(eq(members.inviterId, anna))
    .orderBy(members.id)
    .limit(20);
  const otherEarners = firstLine
    .filter(({ username }) => earners.includes(username))
    .map(({ id, registeredAt }, place) => {
      return { memberId: id, everyNth: 3 + place * 2, mostCents: 4_000 + (place % 3) * 19_000, registeredAt };
    });
  return Array.from({ length: BATCHES }, (_, index) => {
    const reason = REASONS[Math.floor(random() * REASONS.length)] ?? 'earnings';
    const source = firstLine[Math.floor(random() * firstLine.length)];
    const cents = Math.round(500 + random() ** 3 * 120_000);
    const daysAgo = FIRST_DAYS_AGO * (1 - (index + random()) / BATCHES) + 0.2;
    const at = addSeconds(clock.now(), -daysAgo * DAY_SECONDS);
    const document = `A-${20_000 + index}`;
    const details = { reason, document, ...(reason === 'first_line' && source ? { source: String(source.id) } : {}) };
    const lines = [
      { memberId: anna, amountMicros: microsOf(cents), details },
      ...otherEarners
        .filter(({ everyNth, registeredAt }) => index % everyNth === 0 && registeredAt < at)
        .map(({ memberId, mostCents }) => {
          const amountMicros = microsOf(500 + ((cents * 7 + index * 131) % mostCents));
          return { memberId, amountMicros, details: { reason: 'earnings', document: `${document}-${memberId}` } };
        }),
    ];
    return {
      daysAgo,
      happen: async (past) => void (await postBatch(tx, past, { batch: `demo-${index + 1}`, labels: LABELS, lines })),
    };
  });
}

function correction(tx: Db, memberId: number): Event {
  const amountMicros = -microsOf(18_000);
  const legs = [
    { account: { kind: 'earnings' } as const, amountMicros: -amountMicros },
    { account: { kind: 'available', memberId } as const, amountMicros },
  ];
  const transfer = { key: 'demo:correction', kind: 'correction' as const, memberId, details: { document: 'A-20042' } };
  return {
    daysAgo: 76.4,
    happen: async (past) => void (await postTransfers(tx, past, [{ ...transfer, legs }])),
  };
}

function microsOf(cents: number): bigint {
  return (BigInt(cents) * MICROS_PER_USDT) / 100n;
}

/** Fictitious addresses. */
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

function withdrawalEvents(tx: Db, memberId: number): Event[] {
  return WITHDRAWALS.map((past) => ({
    daysAgo: past.daysAgo,
    happen: (services) => withdraw(tx, services, memberId, past),
  }));
}

/** Twice, if they have the money: sums of fewer than five members are not published. */
async function earnersWithdrawals(tx: Db, earners: readonly string[]): Promise<Event[]> {
  if (earners.length === 0) return [];
  const rows = await tx
    .select({ id: members.id })
    .from(members)
    .where(inArray(members.username, [...earners]));
  return [14, 104].flatMap((daysAgo) =>
    rows.map(({ id }) => ({
      daysAgo,
      async happen(services: LedgerServices) {
        const past = { daysAgo, usdt: 15n, destination: WALLET, ends: 'completed' } as const;
        const { availableMicros } = await readBalance(tx, id);
        if (availableMicros >= past.usdt * MICROS_PER_USDT) await withdraw(tx, services, id, past);
      },
    })),
  );
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
  const row = {
    id,
    memberId,
    destination,
    network,
    amountMicros: hold.amountMicros,
    fee: 0n,
    requestedAt,
    holdId,
  } as const;
  await tx.insert(withdrawals).values({ ...row, state: 'requested' });
  await step(tx, id, 'requested', requestedAt, 'member');
  if (ends === 'open') return;

  const servicesAfter = (minutes: number) => ({
    ...services,
    clock: { now: () => addSeconds(requestedAt, minutes * 60) },
  });
  const setState = (state: WithdrawalState, change: Partial<typeof withdrawals.$inferInsert> = {}) =>
    tx
      .update(withdrawals)
      .set({ ...change, state })
      .where(eq(withdrawals.id, id));
  if (ends === 'cancelled') {
    const release = { ...hold, holdId, details: { state: 'cancelled' } };
    await setState('cancelled', { endId: await releaseHold(tx, servicesAfter(9), release) });
    return step(tx, id, 'cancelled', servicesAfter(9).clock.now(), 'member');
  }
  await setState('approved');
  await step(tx, id, 'approved', servicesAfter(22).clock.now(), 'operator:demo');
  await setState('sending');
  await step(tx, id, 'sending', servicesAfter(23).clock.now(), 'platform');
  const completedAt = servicesAfter(26).clock.now();
  const chainId = id.replaceAll('-', '').repeat(2);
  const endId = await payOutHold(tx, servicesAfter(26), { ...hold, feeMicros: 0n, details: { chain: chainId } });
  await setState('completed', { endId, completedAt, chainId });
  await step(tx, id, 'completed', completedAt, 'node');
}

async function step(tx: Db, withdrawalId: string, state: WithdrawalState, at: Date, actor: string): Promise<void> {
  await tx.insert(withdrawalSteps).values({ withdrawalId, state, at, actor });
}

function agoClock(clock: Clock, daysAgo: number): Clock {
  const time = addSeconds(clock.now(), -daysAgo * DAY_SECONDS);
  return { now: () => time };
}
