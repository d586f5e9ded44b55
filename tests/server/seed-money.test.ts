import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { getBoard } from '#contracts/places.ts';
import { listTransactions } from '#contracts/transactions.ts';
import { PLATFORMS } from '#domain/places.ts';
import { members } from '#server/db/schema/index.ts';
import { seedDemoMoney } from '#server/seed/finance.ts';
import { demoPeople } from '#server/seed/team.ts';
import { verifyLedger } from '#server/ledger/verify/verify-ledger.ts';
import { apiOf, dataOf } from '../support/api.ts';
import { createTestServices } from '../support/services.ts';
import { brokenInvariants } from '../support/invariants.ts';

const people = demoPeople();
const { services, app } = await createTestServices({ people });
await services.transaction((tx) => seedDemoMoney(tx, services));
const api = apiOf(app);

async function boardsOf(username: string) {
  const { access: bearer } = await api.signIn(username);
  return Promise.all(PLATFORMS.map(async (platform) => dataOf(await api.call(getBoard, { platform }, { bearer }))));
}

test('the demo’s money, places and people agree with each other', async () => {
  const { findings, read } = await verifyLedger(services);
  expect(findings).toEqual([]);
  expect(read.places).toBe(read.transactions - 1);
  expect(await brokenInvariants(services.db)).toEqual([]);
});

test('whoever was to be active is, by a licence of their own, and nobody else', async () => {
  const active = await services.db.select().from(members).where(eq(members.active, true));
  const wanted = people.filter((person) => person.active).map(({ username }) => username);
  expect(active.map(({ username }) => username).toSorted()).toEqual(wanted.toSorted());
  const { rows } = await services.db.execute(sql`
    select from places p join members m on m.id = p.member_id where p.opened_at < m.activated_at`);
  expect(rows).toEqual([]);
});

test('Anna has places of every state, and has been to every platform', async () => {
  const [licences, turbo, fastMoney, dreamx] = await boardsOf('anna');
  expect(licences?.plans.map(({ state }) => state)).toEqual([
    ...['closed', 'closed', 'active'],
    ...['available', 'previous_required', 'in_development'],
  ]);
  expect(turbo?.plans[0]).toMatchObject({ state: 'available', place: { closing: 'expired', filled: 5 } });
  expect(fastMoney?.plans[0]).toMatchObject({ state: 'bought', place: { closing: null } });
  expect(dreamx?.plans.map(({ state }) => state)).toEqual(['bought', 'in_development']);
  expect(dreamx?.plans[0]?.place).toMatchObject({ filled: 4 });
});

test('Jonas has something to pay, Marie and Lena have nothing', async () => {
  const { access: bearer } = await api.signIn('jonas');
  const { items } = dataOf(await api.call(listTransactions, {}, { bearer }));
  expect(items.map(({ state, plan }) => [state, plan.id])).toEqual([
    ['awaiting_payment', 'licenses-2'],
    ['active', 'licenses-1'],
  ]);
  expect((await boardsOf('marie')).flatMap(({ places }) => places)).toEqual([]);
  const { rows } = await services.db.execute(sql`
    select from transactions t join members m on m.id = t.member_id where m.username = 'marie'`);
  expect(rows).toEqual([]);
});

test('what happened is written down in the order in which it happened', async () => {
  const { rows } = await services.db.execute(sql`
    select * from (
      select e.account_id, e.at < lag(e.at) over (partition by e.account_id order by e.number) as is_back
      from ledger_entries e where e.number is not null
    ) as entries where is_back`);
  expect(rows).toEqual([]);
});
