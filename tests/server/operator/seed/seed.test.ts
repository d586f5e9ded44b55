import { asc, count, max, min } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { listRegistrations } from '#contracts/profile.ts';
import { CAREER_STATUSES } from '#domain/career-status.ts';
import { systemClock } from '#server/base/clock.ts';
import { connect } from '#server/db/connect.ts';
import { members, referrals } from '#server/db/schema/index.ts';
import { seedEmptyDemo } from '#server/operator/seed/index.ts';
import { demoPeople } from '#server/operator/seed/team.ts';
import { apiOf } from '../../../support/app/api.ts';
import { freshDatabase, createTestServices } from '../../../support/app/services.ts';
import { disagreements } from '../../members/team/naive.ts';

test('the demo has five hundred people on nine lines, of every status, over months', async () => {
  const { transaction, db, close } = connect(await freshDatabase());
  expect(await seedEmptyDemo({ transaction, clock: systemClock })).toBe(500);
  const [told] = await db
    .select({ people: count(), first: min(members.registeredAt), last: max(members.registeredAt) })
    .from(members);
  expect(told?.people).toBe(500);
  expect(Number(told?.last) - Number(told?.first)).toBeGreaterThan(200 * 24 * 3600 * 1000);
  expect(await db.$count(referrals)).toBe(499);
  const statuses = await db.selectDistinct({ status: members.careerStatus }).from(members);
  expect(statuses.map(({ status }) => status).toSorted()).toEqual([...CAREER_STATUSES].toSorted());
  await close();
});

test('the demo’s teams are counted as if everybody had come by themselves, and ids grow with time', async () => {
  const { transaction, db, close } = connect(await freshDatabase());
  await seedEmptyDemo({ transaction, clock: systemClock });
  expect(await disagreements(db)).toEqual([]);
  const inOrder = await db.select({ id: members.id }).from(members).orderBy(asc(members.registeredAt), asc(members.id));
  expect(inOrder.map(({ id }) => id)).toEqual(Array.from({ length: 500 }, (_, index) => index + 1));
  await close();
});

test('Anna has a team of four hundred, and nobody invited before they came', () => {
  const people = new Map(demoPeople().map((person) => [person.username, person]));
  const inviterOf = (username: string | undefined) => people.get(people.get(username ?? '')?.inviter ?? '');
  const isBelowAnna = (username: string | undefined): boolean => {
    const inviter = inviterOf(username);
    return inviter !== undefined && (inviter.username === 'anna' || isBelowAnna(inviter.username));
  };
  expect([...people.keys()].filter(isBelowAnna)).toHaveLength(400);
  const early = [...people.values()].filter(
    ({ username, registeredDaysAgo }) => (inviterOf(username)?.registeredDaysAgo ?? Infinity) <= registeredDaysAgo,
  );
  expect(early).toEqual([]);
});

test('a database with members in it is left alone, also by two at once', async () => {
  const { transaction, close } = connect(await freshDatabase());
  const both = await Promise.all([1, 2].map(() => seedEmptyDemo({ transaction, clock: systemClock })));
  expect(both.filter((people) => people === 500)).toHaveLength(1);
  expect(await seedEmptyDemo({ transaction, clock: systemClock })).toBeUndefined();
  await close();
});

test('last registrations are the ten newest of the whole team, and only of it', async () => {
  const { app } = await createTestServices();
  const api = apiOf(app);
  const { access } = await api.signIn('anna');
  const { access: ivans } = await api.signIn('ivan');
  const list = async (bearer: string) => api.call(listRegistrations, {}, { bearer });
  expect(await list(access)).toMatchObject({
    data: { items: ['marie', 'jonas', 'priya', 'ivan'].map((username) => ({ username })) },
  });
  expect(await list(ivans)).toMatchObject({ data: { items: [] } });
});
