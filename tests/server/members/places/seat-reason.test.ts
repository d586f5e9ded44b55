import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, test } from 'vitest';
import { getSeatReason } from '#contracts/places.ts';
import { withdrawPurchase } from '#contracts/transactions.ts';
import { dataOf, refusalOf } from '../../../support/app/api.ts';
import { openMarket } from '../../../support/people/buy.ts';
import { peopleBelow } from '../../../support/people/people.ts';
import { openForger } from '../../ledger/forger.ts';

// Root invited Anna, Anna invited Ivan, Priya and p1 to p5.
const market = await openMarket({ people: peopleBelow('anna', 5, () => 0) });
const { api, bearerOf, buy, clock, services } = market;
type Own = { id: number; number: string; transaction: string };
const places = new Map<string, Own>();
async function take(username: string) {
  const { id, place } = await buy(username, 'turbo-1');
  const own = { id: place!.id, number: place!.number, transaction: id };
  places.set(username, own);
  return own;
}
const numberOf = (username: string) => places.get(username)?.number ?? '';
const ask = async (viewer: string, place: number | string, platform: 'turbo' | 'licenses' = 'turbo') =>
  api.call(getSeatReason, { platform, place: String(place) } as never, { bearer: await bearerOf(viewer) });
const reasonOf = async (username: string) => dataOf(await ask(username, places.get(username)!.id));

for (const username of ['root', 'p1', 'p2', 'p3', 'p4']) await take(username);
const beforeChanges = await reasonOf('p4');
const withdrawal = { bearer: await bearerOf('p1'), uid: randomUUID() };
dataOf(await api.call(withdrawPurchase, { id: places.get('p1')!.transaction }, withdrawal));
for (const username of ['p5', 'anna', 'ivan']) await take(username);
const { forge, undo } = await openForger(services);
afterEach(undo);

describe('a member reads why', () => {
  test('nobody above had a place', async () => {
    expect(await reasonOf('root')).toMatchObject({
      ...{ rule: 1, upline: null, passed_over: 0, taken: 0, candidates: [], above: null, seat: 1 },
      seated_at: expect.any(String),
    });
  });

  test('the inviter had no place, so the next one above counted; and what was taken before', async () => {
    const root = numberOf('root');
    const [first, second, third] = ['p1', 'p2', 'p3'].map(numberOf);
    expect(await reasonOf('p4')).toMatchObject({
      rule: 1,
      upline: { number: root, line: 2, username: null },
      passed_over: 1,
      taken: 3,
      candidates: [
        { number: first, above: root, seat: 1 },
        { number: second, above: root, seat: 2 },
        { number: third, above: first, seat: 1 },
      ],
      above: first,
      seat: 2,
    });
  });

  test('of the time when it was given, whoever withdrew or came since', async () => {
    expect(await reasonOf('p4')).toEqual(beforeChanges);
    expect(await reasonOf('p5')).toMatchObject({ taken: 0, above: numberOf('root'), seat: 1 });
  });

  test('the inviter had a place, who is named', async () => {
    expect(await reasonOf('ivan')).toMatchObject({
      upline: { number: numberOf('anna'), line: 1, username: 'anna' },
      ...{ passed_over: 0, taken: 0, candidates: [], above: numberOf('anna'), seat: 1 },
    });
  });

  test('of a place from before reasons were recorded, and that it is derived', async () => {
    await forge(`update place_events set details = details - 'rule' - 'upline' - 'line' - 'taken'`);
    expect(await reasonOf('p4')).toEqual({ ...beforeChanges, rule: null });
    expect(await reasonOf('ivan')).toMatchObject({ rule: null, upline: { line: 1, username: 'anna' } });
  });
});

test('a closed account of the inviter has no name', async () => {
  const { pool } = services;
  await pool.query(`update members set closed_at = $1 where username = 'anna'`, [clock.now()]);
  expect((await reasonOf('ivan')).upline).toMatchObject({ line: 1, username: null });
  await pool.query(`update members set closed_at = null where username = 'anna'`);
});

test.each([
  ['somebody else’s, above or below', 'anna', () => places.get('ivan')!.id],
  ['of an upline', 'ivan', () => places.get('anna')!.id],
  ['that was withdrawn', 'p1', () => places.get('p1')!.id],
  ['that is not there', 'anna', () => 999_999],
])('a place %s is not found', async (_, viewer, place) => {
  expect(refusalOf(await ask(viewer, place()))).toBe('not_found');
});

test('a place of another platform is not found, and no number is a mistake', async () => {
  expect(refusalOf(await ask('anna', places.get('anna')!.id, 'licenses'))).toBe('not_found');
  for (const place of ['', '0', '-1', '1e3', "1' or true --"])
    expect(refusalOf(await ask('anna', place))).toBe('invalid');
});
