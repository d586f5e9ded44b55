import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { getBoard, requestPlace } from '#contracts/places.ts';
import { cancelTransaction, getTransaction, listTransactions, recreateTransaction } from '#contracts/transactions.ts';
import { refusalOf, dataOf } from '../../../support/app/api.ts';
import { openMarket } from '../../../support/people/buy.ts';

const market = await openMarket();
const { api, ask, bearerOf, buy, request, look, services } = market;
const unfinishedOf = async (username: string) =>
  dataOf(await api.call(getBoard, { platform: 'licenses' }, { bearer: await bearerOf(username) })).unfinished;

describe('a place that can’t be bought', () => {
  test.each([
    ['no such plan', 'licenses-99', 'not_found'],
    ['in development', 'licenses-6', 'plan_not_on_sale'],
    ['the one before is missing', 'licenses-2', 'previous_plan_required'],
  ])('%s', async (_, planId, code) => {
    expect(refusalOf(await ask('ivan', planId))).toBe(code);
  });

  test('a plan of another platform is not there', async () => {
    const answer = await api.call(
      requestPlace,
      { platform: 'turbo', plan: 'licenses-1', at_once: true },
      { bearer: await bearerOf('ivan'), uid: randomUUID() },
    );
    expect(refusalOf(answer)).toBe('not_found');
  });

  test('bought already', async () => {
    await buy('ivan', 'licenses-1');
    expect(refusalOf(await ask('ivan', 'licenses-1'))).toBe('already_bought');
    expect(refusalOf(await ask('ivan', 'licenses-2', { price: '200.00' }))).toBe('done');
  });

  test('something is unfinished, on whatever platform', async () => {
    await request('root', 'licenses-1');
    expect(refusalOf(await ask('root', 'turbo-1'))).toBe('unfinished_transaction');
    expect((await unfinishedOf('root'))?.plan.id).toBe('licenses-1');
  });

  test('the price is not the one that was read', async () => {
    expect(refusalOf(await ask('priya', 'licenses-1', { price: '99.00' }))).toBe('price_changed');
    await services.db.execute(sql`update plans set price = 120000000 where id = 'licenses-1'`);
    expect(refusalOf(await ask('priya', 'licenses-1', { price: '100.00' }))).toBe('price_changed');
    expect(refusalOf(await ask('priya', 'licenses-1', { price: '120' }))).toBe('done');
    await services.db.execute(sql`update plans set price = 100000000 where id = 'licenses-1'`);
  });

  test('the price is the one at the request, whatever it becomes', async () => {
    await services.db.execute(sql`update plans set price = 120000000 where id = 'licenses-1'`);
    expect(refusalOf(await ask('anna', 'licenses-1', { price: '120' }))).toBe('done');
    const { id = '' } = (await unfinishedOf('anna')) ?? {};
    await services.db.execute(
      sql`update plans set price = 100000000, availability = 'in_development' where id = 'licenses-1'`,
    );
    await look('anna', id);
    market.state.pay(id, { amount: '120.00' });
    expect(await look('anna', id)).toMatchObject({ state: 'active', price: '120.00', returned: '0.00' });
    await services.db.execute(sql`update plans set availability = 'on_sale' where id = 'licenses-1'`);
  });

  test('twenty requests an hour are enough', async () => {
    for (let times = 0; times < 20; times += 1) {
      const { id } = await request('marie', 'turbo-1');
      dataOf(await api.call(cancelTransaction, { id }, { bearer: await bearerOf('marie'), uid: randomUUID() }));
    }
    expect(refusalOf(await ask('marie', 'turbo-1'))).toBe('too_often');
  });
});

describe('what was sent is no request', () => {
  test.each([
    ['no uid', { platform: 'licenses', plan: 'licenses-1' }, '', 'uid_required'],
    ['no plan', { platform: 'licenses' }, randomUUID(), 'invalid'],
    ['a list', { platform: 'licenses', plan: ['licenses-1'] }, randomUUID(), 'invalid'],
    ['another field', { platform: 'licenses', plan: 'licenses-1', member_id: 1 }, randomUUID(), 'invalid'],
    ['a state', { platform: 'licenses', plan: 'licenses-1', state: 'active' }, randomUUID(), 'invalid'],
    ['a platform that is none', { platform: 'casino', plan: 'licenses-1' }, randomUUID(), 'invalid'],
    ['a box that is not ticked', { platform: 'licenses', plan: 'licenses-1', at_once: false }, randomUUID(), 'invalid'],
    ['a box that is none', { platform: 'licenses', plan: 'licenses-1', at_once: 'yes' }, randomUUID(), 'invalid'],
    ['a price that is none', { platform: 'licenses', plan: 'licenses-1', price: '-1' }, randomUUID(), 'invalid'],
    ['a long word', { platform: 'licenses', plan: 'x'.repeat(65) }, randomUUID(), 'invalid'],
  ])('%s', async (_, input, uid, code) => {
    const bearer = await bearerOf('jonas');
    const answer = await api.call(requestPlace, input as never, { bearer, ...(uid && { uid }) });
    expect(refusalOf(answer)).toBe(code);
    expect(await unfinishedOf('jonas')).toBeNull();
  });
});

describe('somebody else’s', () => {
  test('a transaction is not there for anybody else', async () => {
    const { id } = await request('jonas', 'turbo-1');
    for (const username of ['anna', 'root', 'priya']) {
      const bearer = await bearerOf(username);
      for (const contract of [getTransaction, cancelTransaction, recreateTransaction]) {
        const answer = await api.call(contract, { id }, { bearer, uid: randomUUID() });
        expect(refusalOf(answer)).toBe('not_found');
      }
      const { items } = dataOf(await api.call(listTransactions, {}, { bearer }));
      expect(items.map((item) => item.id)).not.toContain(id);
    }
    expect((await unfinishedOf('jonas'))?.state).toBe('awaiting_payment');
  });

  test.each(['', 'x', '1', '00000000-0000-0000-0000-000000000000', "' or true --", '%', '../../'])(
    'the id “%s” is nothing',
    async (id) => {
      const answer = await api.call(getTransaction, { id }, { bearer: await bearerOf('anna') });
      expect(['not_found', 'invalid']).toContain(refusalOf(answer));
    },
  );

  test('a cursor that is none', async () => {
    const answer = await api.call(listTransactions, { cursor: 'zzz' }, { bearer: await bearerOf('anna') });
    expect(refusalOf(answer)).toBe('invalid');
  });
});
