import { expect, test } from 'vitest';
import { firstWeekday } from '#domain/week-start.ts';
import { teamGrowth, teamTotals } from '#server/members/team/totals.ts';
import { apiOf } from '../../../support/app/api.ts';
import { newMember } from '../../../support/people/guests.ts';
import { createTestServices } from '../../../support/app/services.ts';
import { idOf, pageOf } from './crowded-services.ts';

let now = new Date('2027-02-01T09:00:00Z');
const testServices = await createTestServices({ clock: { now: () => now } });
const { services } = testServices;
const api = apiOf(testServices.app);
const ivan = await idOf(services, 'ivan');

// Moscow is three hours ahead of UTC. 7 March 2027 is a Sunday.
const COMING = [
  ['last second of February', '2027-02-28T20:59:59Z'],
  ['first second of March, a Monday', '2027-02-28T21:00:00Z'],
  ['last second of that week', '2027-03-07T20:59:59Z'],
  ['first second of the next week', '2027-03-07T21:00:00Z'],
  ['last second of March, a Wednesday', '2027-03-31T20:59:59Z'],
  ['first second of April', '2027-03-31T21:00:00Z'],
  ['last second of the year', '2027-12-31T20:59:59Z'],
  ['first second of the next year, a Saturday', '2027-12-31T21:00:00Z'],
] as const;

for (const [, at] of COMING) {
  now = new Date(at);
  await newMember(api, testServices, { ref: 'ivan' });
}

test.each([
  ['2027-02-28T20:59:59Z', { today: 1, week: 1, month: 1 }],
  ['2027-02-28T21:00:00Z', { today: 1, week: 1, month: 1 }],
  ['2027-03-01T20:59:59Z', { today: 1, week: 1, month: 1 }],
  ['2027-03-01T21:00:00Z', { today: 0, week: 1, month: 1 }],
  ['2027-03-07T20:59:59Z', { today: 1, week: 2, month: 2 }],
  ['2027-03-07T21:00:00Z', { today: 1, week: 1, month: 3 }],
  ['2027-03-31T20:59:59Z', { today: 1, week: 1, month: 4 }],
  ['2027-03-31T21:00:00Z', { today: 1, week: 2, month: 1 }],
  ['2027-04-04T20:59:59Z', { today: 0, week: 2, month: 1 }],
  ['2027-04-04T21:00:00Z', { today: 0, week: 0, month: 1 }],
  ['2027-12-31T21:00:00Z', { today: 1, week: 2, month: 1 }],
])('at %s Moscow counts %o', async (at, { today, week, month }) => {
  now = new Date(at);
  expect(await teamTotals(services, ivan)).toMatchObject({
    registrations_today: today,
    registrations_week: week,
    registrations_month: month,
  });
});

// Registered in that week: on Sunday the 7th and Monday the 8th.
test.each([
  ['2027-03-08T12:00:00Z', { monday: 1, sunday: 2, saturday: 2 }],
  ['2027-03-12T12:00:00Z', { monday: 1, sunday: 2, saturday: 2 }],
  ['2027-03-13T12:00:00Z', { monday: 1, sunday: 2, saturday: 0 }],
  ['2027-03-14T12:00:00Z', { monday: 1, sunday: 0, saturday: 0 }],
  // A week that began in the previous month.
  ['2027-04-02T12:00:00Z', { monday: 2, sunday: 2, saturday: 2 }],
])('at %s a week that starts on another day counts %o', async (at, expected) => {
  now = new Date(at);
  const counts = await Promise.all(
    (['monday', 'sunday', 'saturday'] as const).map(async (start) => {
      const { registrations_week: count } = await teamTotals(services, ivan, firstWeekday(start, 'en'));
      return [start, count];
    }),
  );
  expect(Object.fromEntries(counts)).toEqual(expected);
});

test('growth and the date filter cut the days at the same moment', async () => {
  now = new Date('2027-04-01T12:00:00Z');
  const days = Object.fromEntries(
    (await teamGrowth(services, ivan, 40)).map(({ day, registrations }) => [day, registrations]),
  );
  expect(Object.keys(days).at(-1)).toBe('2027-04-01');
  expect(Object.entries(days).filter(([, count]) => count > 0)).toEqual(
    ['2027-02-28', '2027-03-01', '2027-03-07', '2027-03-08', '2027-03-31', '2027-04-01'].map((day) => [day, 1]),
  );
  for (const [day, count] of Object.entries(days)) {
    const { rows } = await pageOf(services, ivan, { registered_from: day, registered_to: day });
    expect(rows, day).toHaveLength(count);
  }
});
