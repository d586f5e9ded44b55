import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { addDays } from '#domain/days.ts';
import { moneyText } from '#domain/money.ts';
import { isoDay } from '#i18n/format.ts';
import { members, monthFigures } from '#server/db/schema/index.ts';
import { CAST, type Person } from '#server/operator/seed/cast.ts';
import { seededRandom } from '#server/operator/seed/seeded-random.ts';
import { postTransfers } from '#server/ledger/index.ts';
import { countMonths } from '#server/members/transparency/index.ts';
import { everyday } from '../../../support/everyday.ts';
import { openMarket } from '../../../support/people/buy.ts';
import { postAccruals } from '../../../support/people/money.ts';
import { hearQuestions } from '../../../support/db/hear-questions.ts';
import { completed, failed, withdraw } from '../../ledger/busy-ledger.ts';
import { naiveMonths } from './naive.ts';

const SEED = Number(process.env['SEED'] ?? Math.floor(Math.random() * 1e9));
const DAY_SECONDS = 86_400;

const newcomer = (index: number): Person => ({
  username: `newcomer${index}`,
  name: `Newcomer ${index}`,
  inviter: 'anna',
  careerStatus: 'none',
  active: false,
  registeredDaysAgo: index * 17,
});
const people = [...CAST, ...Array.from({ length: 10 }, (_, index) => newcomer(index))];
const market = await openMarket({ people });
const { services, clock, buy, databaseUrl } = market;
const { db } = services;
const random = seededRandom(SEED);
const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)]!;
const micros = (usdt: number) => BigInt(Math.ceil(usdt * 1e6));
const hasLeft = new Set<string>();

const acts: Record<string, (username: string) => Promise<unknown>> = {
  credit: (username) =>
    postAccruals(services, username, [
      { micros: micros(random() * 300), details: { reason: pick(['earnings', 'bonus', 'refund', 'adjustment']) } },
    ]),
  reverse: (username) => postAccruals(services, username, [{ micros: -1_500_000n, details: {}, kind: 'correction' }]),
  withdraw: (username) => withdraw(services, username, 11n),
  pay: (username) => completed(services, username, 12n),
  fail: (username) => failed(services, username, 13n),
  refund: (username) => refund(username, 2_000_000n),
  buy: (username) => buy(username, 'licenses-1'),
  async leave(username) {
    await db.update(members).set({ closedAt: clock.now(), active: false }).where(eq(members.username, username));
    hasLeft.add(username);
  },
};

/** The counter-entry of a sale. */
async function refund(username: string, amountMicros: bigint): Promise<void> {
  const [member] = await db.select({ id: members.id }).from(members).where(eq(members.username, username));
  const memberId = member!.id;
  const legs = [
    { account: { kind: 'sales' }, amountMicros: -amountMicros } as const,
    { account: { kind: 'available', memberId }, amountMicros } as const,
  ];
  const transfer = { key: `refund:${random()}`, kind: 'sale', memberId, details: {}, legs } as const;
  await services.transaction((tx) => postTransfers(tx, services, [transfer]));
}

async function live(steps: number): Promise<void> {
  for (let step = 0; step < steps; step += 1) {
    clock.advance(random() * 6 * DAY_SECONDS);
    const present = people.map(({ username }) => username).filter((username) => !hasLeft.has(username));
    const username = pick(present);
    // Who has no money or already has the place can’t.
    const act = random() < 0.5 ? 'credit' : pick(Object.keys(acts));
    if (act === 'leave' && username === 'root') continue;
    await acts[act]!(username).catch(() => undefined);
    if (random() < 0.2) await countMonths(services, 3);
  }
}

const storedMonths = async () => {
  const rows = await db.select().from(monthFigures).orderBy(monthFigures.month);
  return rows.map((row) => ({ ...row, countedAt: undefined }));
};

test('every figure is what a naive count of the ledger and the members says', async () => {
  await live(everyday(35, 200));
  clock.advance(2 * DAY_SECONDS);
  await countMonths(services);
  const naive = await naiveMonths(services);
  const rows = await storedMonths();
  expect(rows.map(({ month }) => month)).toEqual([...naive.keys()]);
  for (const row of rows) {
    const told = {
      ...row,
      ...{
        paid: moneyText(row.paid),
        refunded: moneyText(row.refunded),
        credited: moneyText(row.credited),
        paidOut: moneyText(row.paidOut),
      },
      owed: moneyText(row.owed),
      reasons: Object.fromEntries(row.reasons.map((reason) => [reason.reason, moneyText(BigInt(reason.micros))])),
      ...{ joinersPaid: moneyText(row.joinersPaid), joinersCredited: moneyText(row.joinersCredited) },
    };
    expect(told, `seed ${SEED}, ${row.month}`).toMatchObject(naive.get(row.month) ?? {});
  }
});

test('counted day by day in small parts is the same as counted at once, by two processes', async () => {
  const stored = await storedMonths();
  await db.execute(sql`truncate month_figures, cohort_figures`);
  await Promise.all([countMonths(services), countMonths(services)]);
  expect(await storedMonths(), `seed ${SEED}`).toEqual(stored);
});

test('a closed month is never counted again, and a day only once', async () => {
  const asked: string[] = [];
  hearQuestions(databaseUrl, ({ text }) => text && asked.push(text));
  await countMonths(services);
  expect(asked.filter((text) => text.includes('ledger_entries'))).toEqual([]);
  clock.advance(DAY_SECONDS);
  asked.length = 0;
  await countMonths(services);
  const open = (await storedMonths()).filter(({ isClosed }) => !isClosed);
  expect(open.length).toBeLessThanOrEqual(2);
  expect(asked.filter((text) => text.includes('create temporary table moved'))).toHaveLength(open.length);
});

test('a transfer that is committed after midnight counts in its month, until the second day of the next', async () => {
  const today = () => isoDay(clock.now(), services.config.timeZone);
  while (!today().endsWith('-01')) clock.advance(DAY_SECONDS / 2);
  await countMonths(services);
  const last = addDays(today(), -1);
  const month = `${last.slice(0, 7)}-01`;
  const creditedIn = async () => (await storedMonths()).find((row) => row.month === month);
  const before = await creditedIn();
  expect(before?.isClosed).toBe(false);
  const late = { ...services, clock: { now: () => new Date(`${last}T20:59:00Z`) } };
  await postAccruals(late, 'root', [{ micros: 5_000_000n, details: { reason: 'bonus' } }]);
  clock.advance(DAY_SECONDS);
  await countMonths(services);
  expect(await creditedIn()).toMatchObject({ isClosed: true, credited: before!.credited + 5_000_000n });
});

test('entries are read along an index, whatever plan PostgreSQL keeps', async () => {
  const accrual = { micros: 1_000_000n, details: { reason: 'earnings' } };
  await postAccruals(
    services,
    'root',
    Array.from({ length: 3000 }, () => accrual),
  );
  await db.execute(sql`analyze ledger_entries, ledger_transfers, ledger_days`);
  clock.advance(DAY_SECONDS);
  const asked = new Set<string>();
  hearQuestions(databaseUrl, ({ text }) => text?.includes('ledger_entries') && asked.add(text));
  await countMonths(services);
  // The count has them as temporary tables.
  const sums = sql`paid bigint, refunded bigint, credited bigint, paid_out bigint`;
  await db.execute(sql`create table moved (member_id integer primary key, ${sums})`);
  await db.execute(
    sql`create table credits (reason text, member_id integer, amount bigint, primary key (reason, member_id))`,
  );
  expect(asked.size).toBeGreaterThanOrEqual(5);
  for (const question of [...asked]) {
    const { rows } = await db.execute<Record<string, string>>(sql.raw(`explain (generic_plan) ${question}`));
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(plan).toMatch(/Index (Only )?Scan using ledger_entries_/);
    expect(plan).not.toMatch(/Seq Scan on (ledger_entries|ledger_transfers)/);
  }
});
