import { eq } from 'drizzle-orm';
import { expect, describe, test } from 'vitest';
import { getStructure } from '#contracts/places.ts';
import { type Member, members } from '#server/db/schema/index.ts';
import { dataOf, refusalOf } from '../../../support/app/api.ts';
import { openMarket } from '../../../support/people/buy.ts';
import { peopleBelow } from '../../../support/people/people.ts';
import { seededRandom } from '#server/operator/seed/seeded-random.ts';

const market = await openMarket({ people: peopleBelow('ivan', 12, seededRandom(3)) });
const { api, bearerOf, buy } = market;

const show = async (username: string, query: { place?: number; node?: number } = {}) =>
  api.call(
    getStructure,
    {
      platform: 'licenses',
      ...Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)])),
    } as never,
    { bearer: await bearerOf(username) },
  );
const placeOf = new Map<string, number>();
for (const username of ['anna', 'ivan', 'priya', ...Array.from({ length: 12 }, (_, index) => `p${index + 1}`)]) {
  const { place } = await buy(username, 'licenses-1');
  placeOf.set(username, place?.id ?? 0);
}
const idOf = (username: string) => placeOf.get(username) ?? 0;

describe('my structure', () => {
  test('shows three levels, free seats included, and counts them', async () => {
    const { seats, filled, of, path, place, skipped } = dataOf(await show('anna'));
    expect(place.id).toBe(idOf('anna'));
    expect(path).toEqual([{ id: idOf('anna'), number: place.number }]);
    expect({ of, skipped, levels: seats.map(({ level }) => level) }).toEqual({
      of: 7,
      skipped: 0,
      levels: [1, 2, 2, 3, 3, 3, 3],
    });
    expect(filled).toBe(seats.filter((seat) => seat.place).length);
    expect(seats.map(({ above }) => above)).toEqual([null, 0, 0, 1, 1, 2, 2]);
    expect(seats[0]?.place?.is_mine).toBe(true);
    expect([seats[1], seats[2]].map((seat) => seat?.place?.username)).toEqual(['ivan', 'priya']);
  });

  test('goes in below somebody, and says the way back', async () => {
    const { path, seats } = dataOf(await show('anna', { node: idOf('ivan') }));
    expect(path.map(({ id }) => id)).toEqual([idOf('anna'), idOf('ivan')]);
    expect(seats[0]?.place).toMatchObject({ username: 'ivan', is_mine: false, has_more: true });
  });

  test('below a free seat there is nothing', async () => {
    const { seats } = dataOf(await show('priya'));
    for (const [index, { place }] of seats.entries()) {
      if (!place) expect(seats.some(({ above }) => above === index)).toBe(false);
    }
  });
});

test('of my places the fullest comes first, an open one unless nobody else is in it', async () => {
  const small = await openMarket({ people: peopleBelow('anna', 3, () => 0) });
  const bearer = await small.bearerOf('anna');
  const shown = async () =>
    dataOf(await small.api.call(getStructure, { platform: 'licenses' }, { bearer })).place.number;
  const buyFirst = async (...usernames: string[]) => {
    for (const username of usernames) await small.buy(username, 'licenses-1');
  };
  const first = (await small.buy('anna', 'licenses-1')).place?.number;
  await buyFirst('ivan', 'priya');
  const second = (await small.buy('anna', 'licenses-2')).place?.number;
  expect(await shown()).toBe(first);
  await small.buy('ivan', 'licenses-2');
  expect(await shown()).toBe(first);
  await buyFirst('jonas', 'p1', 'p2', 'p3');
  expect(await shown()).toBe(second);
});

describe('what is not mine', () => {
  test('a place above, beside or of another plan is not there', async () => {
    for (const query of [
      { node: idOf('anna') },
      { node: idOf('priya') },
      { place: idOf('anna') },
      { place: idOf('anna'), node: idOf('ivan') },
      { node: 999_999 },
    ]) {
      expect(refusalOf(await show('ivan', query)), JSON.stringify(query)).toBe('not_found');
    }
  });

  test('every place of every other member: only what is below mine opens', async () => {
    for (const [viewer, own] of placeOf) {
      const below = new Set<number>();
      const open = [own];
      for (const id of open) {
        const { seats } = dataOf(await show(viewer, { node: id }));
        for (const { place } of seats) {
          if (place && !below.has(place.id)) {
            below.add(place.id);
            open.push(place.id);
          }
        }
      }
      for (const other of placeOf.values()) {
        const answer = refusalOf(await show(viewer, { node: other }));
        expect(answer, `${viewer} looks at ${other}`).toBe(below.has(other) ? 'done' : 'not_found');
      }
    }
  });

  test('strangers below me appear by their initials', async () => {
    const small = await openMarket();
    for (const username of ['anna', 'ivan', 'priya', 'jonas']) await small.buy(username, 'licenses-1');
    const look = async (username: string) =>
      dataOf(await small.api.call(getStructure, { platform: 'licenses' }, { bearer: await small.bearerOf(username) }));
    // Anna invited Jonas, whose place is below Ivan's, so Ivan sees only initials.
    const { seats } = await look('ivan');
    expect(seats[1]?.place).toMatchObject({
      initials: 'JL',
      username: null,
      name: null,
      photo: null,
      career_status: null,
    });
    expect((await look('anna')).seats[3]?.place).toMatchObject({ username: 'jonas', name: 'Jonas Lindenberger' });
  });

  test.each([
    { place: -1 },
    { place: 0 },
    { node: 1e12 },
    { node: '1e3' },
    { node: "1' or true --" },
    { node: ['1', '2'] },
    { nodes: 1 },
  ])('%o is a mistake', async (query) => {
    expect(refusalOf(await show('anna', query as never))).toBe('invalid');
  });

  test('without a place there is no structure', async () => {
    expect(refusalOf(await show('marie'))).toBe('not_found');
  });
});

test('an upline beyond the inviter sees only a username and its initials, if the member chose that', async () => {
  const { db } = market.services;
  const seats = async (username: string) => dataOf(await show(username, { node: idOf('ivan') })).seats;
  const [hidden] = (await seats('anna')).flatMap(({ place }) => (place?.username?.startsWith('p') ? [place] : []));
  const its = eq(members.username, hidden!.username!);
  const seen = async (changes: Partial<Member>) => {
    await db.update(members).set(changes).where(its);
    return (await seats('anna')).find(({ place }) => place?.username === hidden!.username)?.place;
  };
  const secrets = { name: 'Aurora Secret', photo: '/photos/x', careerStatus: 'director' } as const;
  const shown = { name: 'Aurora Secret', photo: '/photos/x', career_status: 'director', initials: 'AS' };
  expect(await seen({ ...secrets, showsUpline: true })).toMatchObject(shown);
  const initials = hidden!.username![0]!.toUpperCase();
  expect(await seen({ showsUpline: false })).toMatchObject({
    name: null,
    photo: null,
    career_status: 'none',
    initials,
  });
});
