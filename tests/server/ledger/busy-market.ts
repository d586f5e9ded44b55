import { randomUUID } from 'node:crypto';
import { cancelTransaction } from '#contracts/transactions.ts';
import { expirePlaces } from '#server/members/places/index.ts';
import { dataOf } from '../../support/app/api.ts';
import type { Market } from '../../support/people/buy.ts';

const DAY_SECONDS = 86_400;

/** Creates open, full and expired places, and requests paid exactly, too much, too little, late or never. */
export async function fillMarket(market: Market): Promise<void> {
  const { api, state: simulator, bearerOf, buy, clock, services, look, request } = market;
  const pay = async (username: string, planId: string, amount: string) => {
    const { id } = await request(username, planId);
    await look(username, id);
    simulator.pay(id, { amount, at: clock.now() });
    return look(username, id);
  };
  await buy('priya', 'turbo-1');
  clock.advance(91 * DAY_SECONDS);
  await expirePlaces(services);

  for (const username of ['root', 'anna', 'ivan', 'priya', 'jonas']) await buy(username, 'licenses-1');
  for (const username of ['anna', 'ivan', 'jonas']) await buy(username, 'fast-money-1');
  await pay('anna', 'dreamx-1', '1030.50');

  const { id } = await pay('ivan', 'turbo-1', '30.00');
  simulator.pay(id, { amount: '0.5', currency: 'BTC' });
  await look('ivan', id);
  const call = { bearer: await bearerOf('ivan'), uid: randomUUID() };
  dataOf(await api.call(cancelTransaction, { id }, call));
  await pay('jonas', 'turbo-1', '20.00');
  const late = await request('marie', 'licenses-1');
  await look('marie', late.id);
  clock.advance(7_200);
  simulator.pay(late.id, { amount: '100.00', at: clock.now() });
  await look('marie', late.id);
  await request('priya', 'licenses-2');
}
