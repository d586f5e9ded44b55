import { inArray } from 'drizzle-orm';
import { addDays, daysFrom, weekdayOf } from '#domain/days.ts';
import { isoDay } from '#i18n/format.ts';
import type { Db } from '#server/db/connect.ts';
import { members, partnerDays } from '#server/db/schema/index.ts';
import type { Clock } from '#server/base/clock.ts';
import { seededRandom } from './seeded-random.ts';

/** Highest number of views per day. */
const ON_A_GOOD_DAY = new Map([
  ['anna', 11],
  ['ivan', 6],
  ['priya', 5],
  ['jonas', 2],
  ['marie', 1],
]);
const DAYS = 120;

export async function seedPartnerViews(tx: Db, clock: Clock, timeZone: string): Promise<void> {
  const random = seededRandom(7);
  const today = isoDay(clock.now(), timeZone);
  const memberRows = await tx
    .select({ id: members.id, username: members.username, registeredOn: members.registeredOn })
    .from(members)
    .where(inArray(members.username, [...ON_A_GOOD_DAY.keys()]))
    .orderBy(members.id);
  const rows = memberRows.flatMap(({ id, username, registeredOn }) =>
    daysFrom(addDays(today, 1 - DAYS), DAYS)
      .filter((day) => day >= registeredOn)
      .map((day) => {
        const isWeekend = [0, 6].includes(weekdayOf(day));
        const maxViews = (ON_A_GOOD_DAY.get(username) ?? 0) * (isWeekend ? 0.5 : 1);
        return { memberId: id, day, views: Math.round(random() * maxViews) };
      })
      .filter(({ views }) => views > 0),
  );
  await tx.insert(partnerDays).values(rows);
}
