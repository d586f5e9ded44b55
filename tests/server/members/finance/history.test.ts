import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { InputOf } from '#contracts/contract.ts';
import { cancelWithdrawal, listHistory, requestWithdrawal } from '#contracts/finance.ts';
import { findByLogin } from '#server/members/auth/find-member.ts';
import { writeTimeCursor } from '#server/api/time-cursor.ts';
import { apiOf, dataOf, refusalOf } from '../../../support/app/api.ts';
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
const call = (bearer: string, input: InputOf<typeof listHistory> = {}) => api.call(listHistory, input, { bearer });
const historyOf = async (bearer: string, input: InputOf<typeof listHistory> = {}) => dataOf(await call(bearer, input));
const accrual = (micros: bigint, details: Record<string, string> = {}) => ({
  micros,
  details: { reason: 'earnings', ...details },
});
const idOf = async (username: string) => String((await findByLogin(services.db, username))?.id);

test('Ivan sees what came, what he asked for and where it stands, newest first', async () => {
  await giveMoney(services, 'ivan', 500_000_000n);
  const bearer = await signInWithPin(api, 'ivan');
  const order = { destination: WALLET, amount: '150.00', pin: DEMO_PIN };
  const asked = dataOf(await moneyCall(api, requestWithdrawal, order, { bearer }));

  const { items, next, totals } = await historyOf(bearer);
  expect(next).toBeNull();
  expect(
    items.map(({ kind, title, details, amount, balance_after }) => [kind, title, details, amount, balance_after]),
  ).toEqual([
    ['withdrawal', 'Withdrawal to USDT TRC20', 'TMW46N…oWqe', '-150.00', '350.00'],
    ['accrual', 'Earnings', 'ref. test', '500.00', '500.00'],
  ]);
  expect(items[0]?.origin).toEqual({
    document: null,
    source: null,
    transaction: null,
    withdrawal: { id: asked.id, state: 'requested' },
  });
  expect(totals).toEqual({ earned: '500.00', paid_in: '0.00', went_out: '0.00', held: '150.00' });

  dataOf(await moneyCall(api, cancelWithdrawal, { id: asked.id }, { bearer }));
  const after = await historyOf(bearer);
  expect(after.items.map(({ amount, origin }) => [amount, origin.withdrawal?.state])).toEqual([
    ['-150.00', 'cancelled'],
    ['500.00', undefined],
  ]);
  expect(after.totals).toEqual({ earned: '500.00', paid_in: '0.00', went_out: '0.00', held: '0.00' });
});

test('a day is a day in Moscow, rows and totals alike, and a return belongs to the day of its request', async () => {
  const moments = [
    ['2026-12-31T20:59:59Z', 1_000_000n],
    ['2026-12-31T21:00:00Z', 20_000_000n],
    ['2027-01-01T20:59:59Z', 300_000_000n],
    ['2027-01-01T21:00:00Z', 4_000_000_000n],
  ] as const;
  for (const [time, micros] of moments) await at(time, () => giveMoney(services, 'priya', micros));
  const bearer = await at('2027-01-02T09:00:00Z', () => signInWithPin(api, 'priya'));
  const firstOfJanuary = await historyOf(bearer, { from: '2027-01-01', to: '2027-01-01' });
  expect(firstOfJanuary.items.map(({ amount }) => amount)).toEqual(['300.00', '20.00']);
  expect(firstOfJanuary.totals).toEqual({ earned: '320.00', paid_in: '0.00', went_out: '0.00', held: '0.00' });
  expect((await historyOf(bearer, { to: '2026-12-31' })).totals.earned).toBe('1.00');
  expect((await historyOf(bearer, { from: '2027-01-02' })).totals.earned).toBe('4000.00');
  expect((await historyOf(bearer, { from: '2027-01-03' })).items).toEqual([]);

  const order = { destination: WALLET, amount: '150.00', pin: DEMO_PIN };
  const { id } = dataOf(await moneyCall(api, requestWithdrawal, order, { bearer }));
  await at('2027-01-03T09:00:00Z', async () => {
    const { access } = await api.signIn('priya');
    dataOf(await moneyCall(api, cancelWithdrawal, { id }, { bearer: access }));
    const second = await historyOf(access, { from: '2027-01-02', to: '2027-01-02' });
    expect(second.totals).toEqual({ earned: '4000.00', paid_in: '0.00', went_out: '0.00', held: '0.00' });
    expect(await historyOf(access, { from: '2027-01-03' })).toMatchObject({
      items: [],
      totals: { earned: '0.00', held: '0.00' },
    });
  });
});

test('page by page comes every row once, in the order of the whole, and each kind alone with its own totals', async () => {
  await at('2027-02-01T09:00:00Z', () =>
    postAccruals(
      services,
      'jonas',
      Array.from({ length: 45 }, (_, index) => accrual(BigInt(index + 1) * 1_000_000n)),
    ),
  );
  await at('2027-02-02T09:00:00Z', () =>
    postAccruals(services, 'jonas', [{ micros: -5_500_000n, details: { document: 'C-1' }, kind: 'correction' }]),
  );
  const bearer = (await api.signIn('jonas')).access;
  const seen: string[] = [];
  let cursor: string | null | undefined;
  while (cursor !== null) {
    const page = await historyOf(bearer, { limit: '20', ...(cursor && { cursor }) });
    expect(page.totals).toEqual({ earned: '1029.50', paid_in: '0.00', went_out: '0.00', held: '0.00' });
    seen.push(...page.items.map(({ amount }) => amount));
    cursor = page.next;
  }
  expect(seen).toEqual(['-5.50', ...Array.from({ length: 45 }, (_, index) => `${45 - index}.00`)]);

  const corrections = await historyOf(bearer, { kind: 'correction' });
  expect(corrections).toMatchObject({ items: [{ title: 'Adjustment', details: 'ref. C-1' }], next: null });
  expect(corrections.totals).toEqual({ earned: '-5.50', paid_in: '0.00', went_out: '0.00', held: '0.00' });
  expect((await historyOf(bearer, { kind: 'accrual' })).totals.earned).toBe('1035.00');
  expect(await historyOf(bearer, { kind: 'withdrawal' })).toMatchObject({
    items: [],
    totals: { earned: '0.00', held: '0.00' },
  });
});

test('a source is named only in one’s own team, and told in the reader’s language', async () => {
  const [priya, root, nobody] = await Promise.all([idOf('priya'), idOf('root'), '2147483648']);
  await postAccruals(services, 'anna', [
    accrual(1_000_000n, { reason: 'bonus', source: priya, document: 'A-1' }),
    accrual(1_000_000n, { reason: 'refund', source: root }),
    accrual(1_000_000n, { reason: 'adjustment', source: nobody }),
    accrual(1_000_000n, { reason: 'made-up', source: "1' or '1", document: '$t(common:user) {{username}}' }),
  ]);
  const { access } = await api.signIn('anna');
  const { items } = dataOf(await api.call(listHistory, {}, { bearer: access, language: 'ru' }));
  expect(items.map(({ title, details, origin }) => [title, details, origin.source])).toEqual([
    ['Начисление', 'документ $t(common:user) {{username}}', null],
    ['Корректировка', '', null],
    ['Возврат', '', null],
    ['Бонус', '1-я линия, priya · документ A-1', 'priya'],
  ]);
});

const REFUSED: [string, InputOf<typeof listHistory>, string][] = [
  ['a day that is none', { from: '2027-02-30' }, 'from'],
  ['a day in the way of pages', { to: '01.02.2027' }, 'to'],
  ['a time', { to: '2027-02-01T00:00:00Z' }, 'to'],
  ['a range that runs backwards', { from: '2027-02-02', to: '2027-02-01' }, 'to'],
  ['ten thousand years', { from: '0001-01-01', to: '9999-12-31' }, 'to'],
  ['a kind there is not', { kind: 'release' as never }, 'kind'],
  ['no row', { limit: '0' }, 'limit'],
  ['too many rows', { limit: '101' }, 'limit'],
  ['a cursor that is none', { cursor: 'nowhere' }, 'cursor'],
  ['a cursor beyond all numbers', { cursor: '999999999-000000000000' }, 'cursor'],
  ['a cursor with a guess in it', { cursor: "1-' or true --" }, 'cursor'],
];

test.each(REFUSED)('%s is told at its field', async (_, input, field) => {
  const result = await call((await api.signIn('marie')).access, input);
  expect(result).toMatchObject({ success: false, error: { status: 422, fields: { [field]: [expect.any(String)] } } });
});

test.each(['0000-01-01', '0001-01-01', '9999-12-31'])('%s is a day like any other', async (day) => {
  const { access } = await api.signIn('marie');
  expect(await historyOf(access, { from: day, to: day })).toMatchObject({
    items: [],
    totals: { earned: '0.00', held: '0.00' },
  });
});

test('a row of somebody else is no place in one’s own history, nor is one of another list', async () => {
  await giveMoney(services, 'marie', 5_000_000n);
  await giveMoney(services, 'marie', 5_000_000n);
  const marie = (await api.signIn('marie')).access;
  const hers = (await historyOf(marie, { limit: '1' })).next ?? '';
  expect(await historyOf(marie, { cursor: hers })).toMatchObject({ items: [{ amount: '5.00' }], next: null });

  const ivan = (await api.signIn('ivan')).access;
  expect(refusalOf(await call(ivan, { cursor: hers }))).toBe('invalid');
  const ofWithdrawals = writeTimeCursor(now, randomUUID());
  expect(refusalOf(await call(ivan, { cursor: ofWithdrawals }))).toBe('invalid');
  expect(refusalOf(await api.call(listHistory, {}))).toBe('no_session');
});
