import { randomUUID } from 'node:crypto';
import { asc, eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { cancelTransaction, getTransaction, listTransactions } from '#contracts/transactions.ts';
import { ledgerTransfers, places } from '#server/db/schema/index.ts';
import { reconcileTransaction } from '#server/members/transactions/index.ts';
import { dataOf, refusalOf } from '../../../support/app/api.ts';
import { openMarket } from '../../../support/people/buy.ts';
import { startChild } from '../../../support/processes/children.ts';
import { everyday } from '../../../support/everyday.ts';
import { SESSION_SECRET } from '../../../support/app/services.ts';
import { brokenInvariants } from '../../../support/db/invariants.ts';
import { peopleBelow } from '../../../support/people/people.ts';
import { treeFaults } from '../places/tree.ts';

const BUYER = new URL('../../../support/processes/buyer.ts', import.meta.url);
const CROWD = everyday(40, 200);
const market = await openMarket({ people: peopleBelow('anna', CROWD, () => 0) });
const { api, services, state: simulator, bearerOf, look, request, databaseUrl, url } = market;
const copies = await Promise.all([1, 2].map(() => startChild(BUYER, databaseUrl, SESSION_SECRET, url)));
const inBoth = async (ids: string[]) => (await Promise.all(copies.map((copy) => copy.ask(ids)))).flat();

test('fifty requests at once by one member are one transaction', async () => {
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, index) => market.ask('ivan', index % 2 ? 'licenses-1' : 'turbo-1')),
  );
  const told = answers.map(refusalOf);
  expect(told.filter((word) => word === 'done')).toHaveLength(1);
  expect(new Set(told)).toEqual(new Set(['done', 'unfinished_transaction']));
  const { items } = dataOf(await api.call(listTransactions, {}, { bearer: await bearerOf('ivan') }));
  expect(items).toHaveLength(1);
});

test('the same request sent fifty times is answered the same each time', async () => {
  const uid = randomUUID();
  const answers = await Promise.all(Array.from({ length: 50 }, () => market.ask('jonas', 'licenses-1', { uid })));
  const ids = answers.flatMap((answer) => (answer.success ? [(answer.data as { id: string }).id] : []));
  expect(new Set(ids).size).toBe(1);
  expect(new Set(answers.map(refusalOf))).toEqual(new Set(['done']));
});

test('a hundred looks at once at one payment, over two processes, are one place', async () => {
  const { id } = await request('priya', 'licenses-1');
  await look('priya', id);
  simulator.pay(id, { amount: '110.00' });
  expect(await inBoth(Array.from({ length: 50 }, () => id))).toEqual([]);
  expect(await services.db.select().from(places).where(eq(places.transactionId, id))).toHaveLength(1);
  const kinds = await services.db
    .select({ kind: ledgerTransfers.kind })
    .from(ledgerTransfers)
    .where(sql`key like ${`transaction:${id}:%`}`)
    .orderBy(asc(ledgerTransfers.id));
  expect(kinds.map(({ kind }) => kind)).toEqual(['deposit', 'purchase', 'sale', 'purchase']);
});

test('a look that heard of a payment before it was confirmed, and writes after, does not count it twice', async () => {
  const { id } = await request('root', 'licenses-1');
  await look('root', id);
  simulator.pay(id, { amount: '60.00', isConfirmed: false });
  const readPaymentRequest: typeof services.node.readPaymentRequest = async (order) => {
    const heard = await services.node.readPaymentRequest(order);
    simulator.confirm(id);
    await reconcileTransaction(services, { transactionId: id });
    return heard;
  };
  await reconcileTransaction({ ...services, node: { ...services.node, readPaymentRequest } }, { transactionId: id });
  const told = dataOf(await api.call(getTransaction, { id }, { bearer: await bearerOf('root') }));
  expect(told).toMatchObject({ state: 'underpaid', paid: '60.00', missing: '40.00' });
});

test('paid and cancelled at the same moment: one of them, and the money is where it belongs', async () => {
  for (let round = 0; round < 10; round += 1) {
    const { id } = await request('marie', 'fast-money-1');
    await look('marie', id);
    simulator.pay(id, { amount: '20.00' });
    const bearer = await bearerOf('marie');
    const [answer] = await Promise.all([
      api.call(cancelTransaction, { id }, { bearer, uid: randomUUID() }),
      reconcileTransaction(services, { transactionId: id }),
    ]);
    const told = await look('marie', id);
    expect(told).toMatchObject(
      answer.success ? { state: 'cancelled', returned: '20.00', place: null } : { state: 'active', returned: '0.00' },
    );
    if (!answer.success) break;
  }
  expect(await brokenInvariants(services.db)).toEqual([]);
});

test(`${CROWD} members activating on one plan at once, over two processes, are a perfect tree`, async () => {
  const top = await market.buy('anna', 'licenses-1');
  const ids: string[] = [];
  for (let person = 1; person <= CROWD; person += 1) ids.push((await request(`p${person}`, 'licenses-1')).id);
  const opened = await Promise.all([copies[0]?.ask(ids.slice(0, CROWD / 2)), copies[1]?.ask(ids.slice(CROWD / 2))]);
  expect(opened.flat()).toEqual([]);
  for (const id of ids) simulator.pay(id, { amount: '100.00' });
  const activated = await Promise.all([copies[0]?.ask(ids.slice(0, CROWD / 2)), copies[1]?.ask(ids.slice(CROWD / 2))]);
  expect(activated.flat()).toEqual([]);

  expect(await treeFaults(services.db)).toEqual([]);
  const { rows } = await services.db.execute<{ depth: number; seats: number }>(sql`
    with recursive tree as (
      select id, 0 as depth from places where id = ${top.place?.id}
      union all select p.id, tree.depth + 1 from tree join places p on p.above_id = tree.id
    )
    select depth, count(*)::int as seats from tree group by depth order by depth`);
  expect(rows.map(({ seats }) => seats)).toEqual(everyday([1, 2, 4, 8, 16, 10], [1, 2, 4, 8, 16, 32, 64, 74]));
  expect(await brokenInvariants(services.db)).toEqual([]);
});
