import { asc, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { notices } from '#server/db/schema/index.ts';
import { sweepNotices } from '#server/members/notices/index.ts';
import { addSeconds } from '#server/base/clock.ts';
import { createTestServices } from '../../../support/app/services.ts';
import { giveNotices, idOf } from './received.ts';

const { services, clock } = await createTestServices();
const DAY = 24 * 60 * 60;
const daysAgo = (days: number) => addSeconds(clock.now(), -days * DAY);

test('what was seen is forgotten after half a year, what was not after two', async () => {
  const memberId = await idOf(services, 'anna');
  const told = [
    { days: 731, seen: false },
    { days: 729, seen: false },
    { days: 729, seen: true },
    { days: 181, seen: true },
    { days: 181, seen: false },
    { days: 179, seen: true },
    { days: 1, seen: false },
  ];
  await services.db.insert(notices).values(
    told.map(({ days, seen }) => {
      const about = `${days} ${seen}`;
      return { memberId, kind: 'pin-set' as const, about, at: daysAgo(days), seenAt: seen ? clock.now() : null };
    }),
  );
  await sweepNotices(services);
  await sweepNotices(services);
  const left = await services.db.select().from(notices).where(eq(notices.memberId, memberId)).orderBy(asc(notices.id));
  expect(left.map(({ about }) => about)).toEqual(['729 false', '181 false', '179 true', '1 false']);
});

test('thousands that nobody has seen do not keep older ones from being forgotten', async () => {
  const memberId = await idOf(services, 'ivan');
  await giveNotices(services, 'ivan', 25_000);
  await services.db
    .update(notices)
    .set({ at: daysAgo(200) })
    .where(eq(notices.memberId, memberId));
  await giveNotices(services, 'ivan', 1);
  const old = { memberId, kind: 'pin-set' as const, at: daysAgo(190), seenAt: clock.now() };
  await services.db.insert(notices).values(old);
  await sweepNotices(services);
  expect(await services.db.$count(notices, eq(notices.memberId, memberId))).toBe(25_001);
});
