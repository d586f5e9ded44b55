import { expect, test } from 'vitest';
import { getTeamMember, getTeamTotals, listTeam } from '#contracts/team.ts';
import { expirePlaces } from '#server/places/index.ts';
import { dataOf } from '../../support/api.ts';
import { openMarket } from '../../support/buy.ts';

const market = await openMarket();
const { api, bearerOf, buy, clock, services } = market;
const seen = async (username: string, by = 'anna') =>
  dataOf(await api.call(getTeamMember, { username }, { bearer: await bearerOf(by) }));
const inactiveFirstLine = async () => {
  const totals = dataOf(await api.call(getTeamTotals, {}, { bearer: await bearerOf('anna') }));
  return totals.inactive_first_line;
};

test('whoever buys a licence is active, in the card, the list and the totals', async () => {
  const before = await inactiveFirstLine();
  expect(await seen('ivan')).toMatchObject({ active: false, missing_for_active: ['licence'] });
  await buy('ivan', 'licenses-1');
  expect(await seen('ivan')).toMatchObject({ active: true, missing_for_active: [] });
  expect(await inactiveFirstLine()).toBe(before - 1);
  const list = dataOf(await api.call(listTeam, { active: 'yes' }, { bearer: await bearerOf('anna') }));
  expect(list.items.map(({ username }) => username)).toEqual(['ivan']);
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
  await buy('jonas', 'licenses-1');
  expect(await seen('jonas')).toMatchObject({ active: true, missing_for_active: [] });
});

test('whose licence is full needs the next one', async () => {
  await services.db.execute(`update plans set levels = 2 where platform = 'licenses'`);
  await buy('anna', 'licenses-1');
  expect(await seen('anna', 'root')).toMatchObject({ active: true });
  for (const username of ['priya', 'marie']) await buy(username, 'licenses-1');
  expect(await seen('anna', 'root')).toMatchObject({ active: false, missing_for_active: ['licence_full'] });
  await buy('anna', 'licenses-2');
  expect(await seen('anna', 'root')).toMatchObject({ active: true, missing_for_active: [] });
});
