import { expect, test } from 'vitest';
import { TEAM_SORTS } from '#contracts/team.ts';
import type { TeamFilter } from '#server/members/team/team-query.ts';
import { allPages, createCrowdedServices, idOf, join, pageOf } from './crowded-services.ts';
import { filtered, teamBelow } from './naive.ts';

const { services } = await createCrowdedServices({ ivan: 1500 });
const ivan = await idOf(services, 'ivan');
const FILTERS: TeamFilter[] = [
  {},
  { active: 'no' },
  { status: ['none', 'director'], real_estate: 'yes' },
  { line: 3 },
  { search: 'o' },
  { search: 'ольга', active: 'yes' },
];
const CASES = FILTERS.flatMap((filter) => TEAM_SORTS.map((sort) => ({ ...filter, sort })));

test.each(CASES)('the pages of %j hold everybody once, in order', async (filter) => {
  const right = filtered(await teamBelow(services.db, ivan), filter);
  for (const limit of [7, 100]) {
    const rows = await allPages(services, ivan, { ...filter, limit });
    expect(rows.map(({ id }) => id)).toEqual(right.map(({ id }) => id));
  }
});

test.each(TEAM_SORTS.map((sort) => [sort]))('people who register between two pages (%s) move nobody', async (sort) => {
  const before = filtered(await teamBelow(services.db, ivan), { sort });
  const rows = await allPages(services, ivan, { sort, limit: 100 }, () => join(services, ivan));
  const ids = rows.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  const wereThere = new Set(before.map(({ id }) => id));
  expect(ids.filter((id) => wereThere.has(id))).toEqual(before.map(({ id }) => id));
});

test('the last page says so, also when it is full', async () => {
  const first = filtered(await teamBelow(services.db, ivan), { line: 1 });
  const page = (limit: number) => pageOf(services, ivan, { line: 1, limit });
  expect(await page(first.length - 1)).toMatchObject({ rows: { length: first.length - 1 }, next: expect.any(String) });
  expect(await page(first.length)).toMatchObject({ rows: { length: first.length }, next: null });
});
