import { expect, test } from 'vitest';
import { getProfile } from '#contracts/profile.ts';
import { getTeamMember, getTeamTotals, listTeam } from '#contracts/team.ts';
import { expirePlaces } from '#server/members/places/index.ts';
import { CAST } from '#server/operator/seed/cast.ts';
import { dataOf } from '../../../support/app/api.ts';
import { openMarket } from '../../../support/people/buy.ts';

/** In Anna’s first line, for the one test that fills her licence. */
const TWO = ['olga', 'petra'];
const more = TWO.map((username) => ({ ...CAST.at(-1)!, username }));
const market = await openMarket({ people: [...CAST, ...more] });
const { api, bearerOf, buy, clock, services } = market;
await services.db.execute(`update plans set levels = 2 where platform = 'licenses'`);

const seen = async (username: string, by = 'anna') =>
  dataOf(await api.call(getTeamMember, { username }, { bearer: await bearerOf(by) }));
const inactiveFirstLine = async () => {
  const totals = dataOf(await api.call(getTeamTotals, {}, { bearer: await bearerOf('anna') }));
  return totals.inactive_first_line;
};
const activeOnes = async () => {
  const list = dataOf(await api.call(listTeam, { active: 'yes' }, { bearer: await bearerOf('anna') }));
  return list.items.map(({ username }) => username);
};

/** The member's own profile gives the same reasons. */
const ownReasons = async (username: string) =>
  dataOf(await api.call(getProfile, {}, { bearer: await bearerOf(username) })).missing_for_active;

test('whoever buys a licence is active, in the card, the list and the totals', async () => {
  const before = await inactiveFirstLine();
  const others = await activeOnes();
  expect(await seen('ivan')).toMatchObject({ active: false, missing_for_active: ['licence'] });
  await buy('ivan', 'licenses-1');
  expect(await seen('ivan')).toMatchObject({ active: true, missing_for_active: [] });
  expect(await inactiveFirstLine()).toBe(before - 1);
  expect((await activeOnes()).toSorted()).toEqual([...others, 'ivan'].toSorted());
});

test('another platform makes nobody active, and only Dream X is real estate', async () => {
  await buy('priya', 'turbo-1');
  expect(await seen('priya')).toMatchObject({ active: false, missing_for_active: ['licence'], real_estate: 0 });
  await buy('priya', 'dreamx-1');
  expect(await seen('priya')).toMatchObject({ active: false, real_estate: 1 });
});

test('whose licence has expired needs another, until it is there', async () => {
  await buy('jonas', 'licenses-1');
  clock.advance(366 * 86_400);
  await expirePlaces(services);
  expect(await seen('jonas')).toMatchObject({ active: false, missing_for_active: ['licence_expired'] });
  expect(await ownReasons('jonas')).toEqual(['licence_expired']);
  await buy('jonas', 'licenses-1');
  expect(await seen('jonas')).toMatchObject({ active: true, missing_for_active: [] });
});

test('whose licence is full needs the next one', async () => {
  await buy('anna', 'licenses-1');
  expect(await seen('anna', 'root')).toMatchObject({ active: true });
  for (const username of TWO) await buy(username, 'licenses-1');
  expect(await seen('anna', 'root')).toMatchObject({ active: false, missing_for_active: ['licence_full'] });
  expect([await ownReasons('anna'), await ownReasons('root')]).toEqual([['licence_full'], ['licence']]);
  await buy('anna', 'licenses-2');
  expect(await seen('anna', 'root')).toMatchObject({ active: true, missing_for_active: [] });
});
