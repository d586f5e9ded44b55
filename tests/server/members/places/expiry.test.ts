import { expect, test } from 'vitest';
import { listNotices } from '#contracts/notices.ts';
import { getBoard } from '#contracts/places.ts';
import { getTeamMember, getTeamTotals } from '#contracts/team.ts';
import { listTransactions } from '#contracts/transactions.ts';
import { expirePlaces } from '#server/members/places/index.ts';
import { dataOf } from '../../../support/app/api.ts';
import { openMarket } from '../../../support/people/buy.ts';
import { both, receivedBy } from '../notices/received.ts';
import { disagreements } from '../team/naive.ts';
import { treeFaults } from './tree.ts';

const market = await openMarket();
const { api, buy, bearerOf, clock, services } = market;
const DAY = 86_400;
const annas = async () => ({ bearer: await bearerOf('anna') });
const cardOf = async (username: string, platform: 'licenses' | 'turbo' | 'dreamx', planId: string) => {
  const { plans } = dataOf(await api.call(getBoard, { platform }, { bearer: await bearerOf(username) }));
  return plans.find(({ id }) => id === planId);
};

test('whoever buys a licence is active, in the totals of those above too', async () => {
  const before = dataOf(await api.call(getTeamTotals, {}, await annas())).inactive_first_line;
  await buy('ivan', 'licenses-1');
  expect(dataOf(await api.call(getTeamTotals, {}, await annas())).inactive_first_line).toBe(before - 1);
  expect(dataOf(await api.call(getTeamMember, { username: 'ivan' }, await annas())).active).toBe(true);
});

test('Turbo makes nobody active; Dream X is real estate', async () => {
  await buy('priya', 'turbo-1');
  await buy('priya', 'dreamx-1');
  const card = dataOf(await api.call(getTeamMember, { username: 'priya' }, await annas()));
  expect(card).toMatchObject({ active: false, real_estate: 1 });
  expect((await cardOf('priya', 'dreamx', 'dreamx-1'))?.state).toBe('bought');
});

test('after its year a licence has expired, its owner is not active, and it can be bought again', async () => {
  await buy('root', 'licenses-1');
  const { place } = (await cardOf('root', 'licenses', 'licenses-1')) ?? {};
  expect(place?.expires_at).toBe(new Date(clock.now().getTime() + 365 * DAY * 1000).toISOString());
  clock.advance(365 * DAY - 1);
  await expirePlaces(services);
  expect(await market.isActive('root')).toBe(true);
  expect(await receivedBy(services, 'root')).toEqual(both('place-opened'));
  clock.advance(1);
  await Promise.all([expirePlaces(services), expirePlaces(services)]);
  expect(await receivedBy(services, 'root')).toEqual(both('place-opened', 'place-expired'));
  expect(await market.isActive('root')).toBe(false);
  expect(await cardOf('root', 'licenses', 'licenses-1')).toMatchObject({
    state: 'available',
    place: { closing: 'expired' },
  });
  // An expired plan still unlocks the next one.
  expect((await cardOf('root', 'licenses', 'licenses-2'))?.state).toBe('available');
  await buy('root', 'licenses-1');
  expect(await market.isActive('root')).toBe(true);
  expect(await disagreements(services.db)).toEqual([]);
  expect(await treeFaults(services.db)).toEqual([]);
});

test('a structure that is full closes; its owner goes on with the next plan', async () => {
  await buy('anna', 'fast-money-1');
  for (const username of ['ivan', 'priya']) await buy(username, 'fast-money-1');
  const { plans } = dataOf(await api.call(getBoard, { platform: 'fast-money' }, await annas()));
  expect(plans.map(({ state }) => state)).toEqual(['closed', 'available']);
  expect(plans[0]?.place).toMatchObject({ closing: 'full', filled: 3 });
  expect(await receivedBy(services, 'anna')).toEqual(both('place-opened', 'place-full'));
  const [told] = dataOf(await api.call(listNotices, {}, await annas())).items;
  const { items } = dataOf(await api.call(listTransactions, {}, await annas()));
  expect(told).toMatchObject({ kind: 'place-full', about: { kind: 'transaction', id: items[0]?.id } });
  expect(items[0]?.place).toMatchObject({ closing: 'full', closed_at: clock.now().toISOString() });
});

test('whoever goes on to the next plan leaves a note at the place they come from', async () => {
  const [first, second] = [await buy('jonas', 'turbo-1'), await buy('jonas', 'turbo-2')];
  const { rows } = await services.pool.query(
    `select e.place_id, e.details from place_events e join places p on p.id = e.place_id
      where e.kind = 'transition' and p.member_id = (select id from members where username = 'jonas')`,
  );
  expect(rows).toEqual([{ place_id: first.place?.id, details: { to: String(second.place?.id) } }]);
});

test('whoever has several places hears of the end of each', async () => {
  for (const plan of ['licenses-1', 'licenses-2', 'turbo-1']) await buy('marie', plan);
  clock.advance(366 * DAY);
  await expirePlaces(services);
  const { notices, emails } = await receivedBy(services, 'marie');
  const ends = ['place-expired', 'place-expired', 'place-expired'];
  expect([notices.slice(3), emails.slice(0, 3)]).toEqual([ends, ends]);
  const { items } = dataOf(await api.call(listNotices, {}, { bearer: await bearerOf('marie') }));
  expect(new Set(items.slice(0, 3).map(({ about }) => about?.id)).size).toBe(3);
});
