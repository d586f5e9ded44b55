import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { getEarnings } from '#contracts/earnings.ts';
import { cancelWithdrawal, listHistory, requestWithdrawal } from '#contracts/finance.ts';
import { members } from '#server/db/schema/index.ts';
import { openSession } from '#server/members/auth/session/index.ts';
import { findByLogin } from '#server/members/auth/find-member.ts';
import { apiOf, dataOf } from '../../../support/app/api.ts';
import { createTestServices } from '../../../support/app/services.ts';
import { DEMO_PIN, giveMoney, moneyCall, postAccruals, signInWithPin, WALLET } from '../../../support/people/money.ts';

let now = new Date('2027-03-01T09:00:00Z');
const { services, app } = await createTestServices({ clock: { now: () => now } });
const api = apiOf(app);

/** Runs `work` at this time. */
async function at<T>(time: string, work: () => Promise<T>): Promise<T> {
  now = new Date(time);
  return work();
}

/** What a member who signs in at this time sees, without months of zeros. */
async function earningsOf(username: string, time: string) {
  const bearer = await at(time, async () => {
    const member = (await findByLogin(services.db, username))!;
    return (await openSession(services, member, { address: '', userAgent: '' }))!.access;
  });
  const { items, earned } = dataOf(await api.call(getEarnings, {}, { bearer }));
  const months = items.map(({ month }) => month);
  const paid = items.filter((item) => [item.accrual, item.correction].some((sum) => sum !== '0.00'));
  const sums = paid.map(({ month, accrual, correction, earned: sum }) => [month, accrual, correction, sum]);
  return { months, sums, earned };
}

const registered = (username: string, time: string) =>
  services.db
    .update(members)
    .set({ registeredAt: new Date(time) })
    .where(eq(members.username, username));

test('a month begins and ends at midnight in Moscow, and only the last twelve are told, up to the current one', async () => {
  await registered('priya', '2025-01-15T09:00:00Z');
  const moments = [
    ['2026-03-31T20:59:59Z', 1_000_000n],
    ['2026-03-31T21:00:00Z', 20_000_000n],
    ['2026-12-31T20:59:59Z', 300_000_000n],
    ['2026-12-31T21:00:00Z', 4_000_000_000n],
  ] as const;
  for (const [time, micros] of moments) await at(time, () => giveMoney(services, 'priya', micros));
  const { months, sums, earned } = await earningsOf('priya', '2027-03-31T20:59:59Z');
  expect([months.length, months[0], months.at(-1)]).toEqual([12, '2026-04', '2027-03']);
  expect(sums).toEqual([
    ['2026-04', '20.00', '0.00', '20.00'],
    ['2026-12', '300.00', '0.00', '300.00'],
    ['2027-01', '4000.00', '0.00', '4000.00'],
  ]);
  expect(earned).toBe('4320.00');
  const later = await earningsOf('priya', '2027-03-31T21:00:00Z');
  expect([later.months[0], later.months.at(-1), later.earned]).toEqual(['2026-05', '2027-04', '4300.00']);
});

test('earnings and adjustments count by kind, withdrawals and what comes back of them don’t', async () => {
  await registered('ivan', '2026-01-10T09:00:00Z');
  await at('2027-01-10T09:00:00Z', () => giveMoney(services, 'ivan', 500_000_000n));
  await at('2027-02-10T09:00:00Z', () =>
    postAccruals(services, 'ivan', [
      { micros: -40_500_000n, details: {}, kind: 'correction' },
      { micros: 10_000_000n, details: { reason: 'refund' } },
    ]),
  );
  await at('2027-02-11T09:00:00Z', async () => {
    const bearer = await signInWithPin(api, 'ivan');
    const order = { destination: WALLET, amount: '150.00', pin: DEMO_PIN };
    const { id } = dataOf(await moneyCall(api, requestWithdrawal, order, { bearer }));
    dataOf(await moneyCall(api, cancelWithdrawal, { id }, { bearer }));
    dataOf(await moneyCall(api, requestWithdrawal, order, { bearer }));
  });
  const { sums, earned } = await earningsOf('ivan', '2027-03-05T09:00:00Z');
  expect(sums).toEqual([
    ['2027-01', '500.00', '0.00', '500.00'],
    ['2027-02', '10.00', '-40.50', '-30.50'],
  ]);
  // The same as the sum above the history.
  const bearer = (await api.signIn('ivan')).access;
  const { totals } = dataOf(await api.call(listHistory, { from: '2026-04-01', to: '2027-03-31' }, { bearer }));
  expect(totals.earned).toBe(earned);
});

test('a young account has months since it was registered, and nobody else’s money', async () => {
  // The first of March in Moscow.
  await registered('marie', '2027-02-28T21:30:00Z');
  const own = await earningsOf('marie', '2027-04-02T09:00:00Z');
  expect(own).toEqual({ months: ['2027-03', '2027-04'], sums: [], earned: '0.00' });
  await at('2027-04-02T09:00:00Z', () => giveMoney(services, 'marie', 7_000_000n));
  expect((await earningsOf('marie', '2027-04-02T10:00:00Z')).earned).toBe('7.00');
  expect((await earningsOf('jonas', '2027-04-02T10:00:00Z')).earned).toBe('0.00');
});

test('registered a moment ago by the clock of another process, in what is the next month there', async () => {
  await registered('jonas', '2027-04-30T21:00:00Z');
  expect(await earningsOf('jonas', '2027-04-30T20:59:59Z')).toEqual({ months: ['2027-04'], sums: [], earned: '0.00' });
});
