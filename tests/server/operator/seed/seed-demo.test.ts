import { access as openable } from 'node:fs/promises';
import { eq, isNotNull, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { listFeed } from '#contracts/feed.ts';
import { listHistory } from '#contracts/finance.ts';
import { getBoard } from '#contracts/places.ts';
import { listSupport } from '#contracts/support.ts';
import { getTeamGrowth, getTeamTotals } from '#contracts/team.ts';
import { listTransactions } from '#contracts/transactions.ts';
import { readPhotoAddress } from '#domain/photo.ts';
import { PLATFORMS } from '#domain/places.ts';
import { memberPhotos, members } from '#server/db/schema/index.ts';
import { verifyLedger } from '#server/ledger/verify/verify-ledger.ts';
import { seedLiveWebinar } from '#server/operator/seed/feed.ts';
import { seedDemoLife } from '#server/operator/seed/index.ts';
import { seedPhotos } from '#server/operator/seed/photos.ts';
import { seedSupport } from '#server/operator/seed/support.ts';
import { demoEarners, demoPeople } from '#server/operator/seed/team.ts';
import { seedPartnerViews } from '#server/operator/seed/views.ts';
import { apiOf, dataOf } from '../../../support/app/api.ts';
import { brokenInvariants } from '../../../support/db/invariants.ts';
import { createTestServices } from '../../../support/app/services.ts';

const people = demoPeople();
const { services, app } = await createTestServices({ people });
await services.transaction(async (tx) => {
  await seedDemoLife(tx, services, demoEarners(people));
  await seedLiveWebinar(tx, services);
  await seedSupport(tx, services);
  await seedPhotos(tx, services);
});
const api = apiOf(app);
const { access: bearer } = await api.signIn('anna');

test('several members earn, each something else', async () => {
  const { rows } = await services.db.execute<{ total: string }>(sql`
    select sum(e.amount) as total from ledger_entries e join ledger_accounts a on a.id = e.account_id
    where a.kind = 'available' and e.kind = 'accrual' group by a.member_id`);
  expect(rows.length).toBeGreaterThan(5);
  expect(new Set(rows.map(({ total }) => total)).size).toBe(rows.length);
});

test.each([
  ['ru', 'За работу первой линии'],
  ['hindi', 'पहली लाइन का क्रेडिट'],
] as const)('Anna’s history in %s says what the operator calls her earnings', async (language, title) => {
  const { items } = dataOf(await api.call(listHistory, { limit: '100', kind: 'accrual' }, { bearer, language }));
  expect(items.map((item) => item.title)).toContain(title);
  expect(new Set(items.map((item) => item.title)).size).toBe(4);
});

test('there is a webinar to come, one going on and one that is over', async () => {
  const { items } = dataOf(await api.call(listFeed, { kind: 'webinar' }, { bearer }));
  expect(items.map(({ webinar }) => webinar?.state).toSorted()).toEqual(['live', 'past', 'soon']);
});

test('Anna has had an answer of support and waits for another', async () => {
  const { items } = dataOf(await api.call(listSupport, {}, { bearer }));
  expect(items.map(({ state, answers }) => [state, answers.length])).toEqual([
    ['open', 0],
    ['answered', 1],
  ]);
});

test('Anna’s partner page has been seen more often than anybody joined by it, and on most days', async () => {
  await services.transaction((tx) => seedPartnerViews(tx, services.clock, services.config.timeZone));
  const { total_views, first_line } = dataOf(await api.call(getTeamTotals, {}, { bearer }));
  expect(total_views).toBeGreaterThan(10 * first_line);
  const { items } = dataOf(await api.call(getTeamGrowth, { days: '90' }, { bearer }));
  expect(items.filter(({ views }) => views > 0).length).toBeGreaterThan(60);
});

test('what the demo shows of the houses of Dream X are files of ours', async () => {
  const { plans } = dataOf(await api.call(getBoard, { platform: 'dreamx' }, { bearer }));
  const pictures = plans.map(({ property }) => property?.picture);
  expect(pictures).toHaveLength(2);
  for (const picture of pictures) await openable(`public${picture}`);
});

test('the cast have photos, in both sizes', async () => {
  const withPhoto = await services.db.select().from(members).where(isNotNull(members.photo));
  expect(withPhoto.map(({ username }) => username).toSorted()).toEqual(['anna', 'ivan', 'jonas', 'marie', 'priya']);
  for (const { photo } of withPhoto) {
    const { id = '' } = readPhotoAddress(photo ?? '') ?? {};
    const kept = await services.db.select().from(memberPhotos).where(eq(memberPhotos.id, id));
    expect(kept.map(({ webp }) => webp.toString('latin1', 0, 4))).toEqual(['RIFF', 'RIFF']);
  }
});

async function boardsOf(username: string) {
  const { access } = await api.signIn(username);
  const boards = PLATFORMS.map((platform) => api.call(getBoard, { platform }, { bearer: access }));
  return (await Promise.all(boards)).map(dataOf);
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
  const { access } = await api.signIn('jonas');
  const { items } = dataOf(await api.call(listTransactions, {}, { bearer: access }));
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
