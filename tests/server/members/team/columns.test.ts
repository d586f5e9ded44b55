import { describe, expect, test } from 'vitest';
import { COLUMN_SORTS, SORTABLE_TEAM_MAX } from '#contracts/team.ts';
import { members } from '#server/db/schema/index.ts';
import { listTeamMembers } from '#server/members/team/list-team.ts';
import type { TeamFilter } from '#server/members/team/team-query.ts';
import type { TeamRow } from '#server/members/team/team-row.ts';
import { eq } from 'drizzle-orm';
import { allPages, createCrowdedServices, idOf, join, pageOf } from './crowded-services.ts';

const { services } = await createCrowdedServices({ ivan: SORTABLE_TEAM_MAX + 1, priya: 300 });
const priya = await idOf(services, 'priya');
await join(services, priya);
const [former] = await services.db.select().from(members).where(eq(members.inviterId, priya)).limit(1);
await services.db.update(members).set({ closedAt: new Date(), name: null }).where(eq(members.id, former!.id));

type Sort = (typeof COLUMN_SORTS)[number];

const nameOf = ({ isFormer, name, username }: TeamRow) => (isFormer ? '1' : `0${(name || username).toLowerCase()}`);
const byText = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b));
const ORDERS: Record<string, (a: TeamRow, b: TeamRow) => number> = {
  name: (a, b) => byText(nameOf(a), nameOf(b)) || a.id - b.id,
  in_team: (a, b) => a.inTeam - b.inTeam || a.id - b.id,
  real_estate: (a, b) => a.realEstate - b.realEstate || a.id - b.id,
  active: (a, b) => Number(a.active) - Number(b.active) || a.id - b.id,
};

function sorted(rows: readonly TeamRow[], sort: Sort): number[] {
  const order = ORDERS[sort.replace('_down', '')]!;
  const up = rows.toSorted(order).map(({ id }) => id);
  return sort.endsWith('_down') ? up.toReversed() : up;
}

const FILTERS: TeamFilter[] = [{}, { active: 'no', line: 2 }, { search: 'о', real_estate: 'yes' }];

test.each(COLUMN_SORTS)('all pages by %s hold everybody once, in order, whatever the filter', async (sort) => {
  for (const filter of FILTERS) {
    const all = await allPages(services, priya, { ...filter, limit: 100 });
    expect(all.length).toBeGreaterThan(1);
    const pages = await allPages(services, priya, { ...filter, sort, limit: 40 });
    expect(pages.map(({ id }) => id)).toEqual(sorted(all, sort));
  }
});

describe('is refused', () => {
  const refusal = async (memberId: number, filter: TeamFilter) => listTeamMembers(services, memberId, filter);

  test('for a team above the limit, which would be read whole', async () => {
    const ivan = await idOf(services, 'ivan');
    for (const sort of COLUMN_SORTS)
      expect(await refusal(ivan, { sort })).toMatchObject({ fields: { sort: [expect.anything()] } });
  });

  test('a cursor of another order', async () => {
    const { next } = await pageOf(services, priya, { sort: 'name', limit: 5 });
    for (const sort of ['name_down', 'in_team', 'newest'] as const)
      expect(await refusal(priya, { sort, cursor: next! })).toMatchObject({ fields: { cursor: [expect.anything()] } });
  });
});

test('a cursor that names somebody outside of the team shows nobody', async () => {
  const ivan = await idOf(services, 'ivan');
  const cursor = Buffer.from(`in_team.${ivan}`).toString('base64url');
  expect(await pageOf(services, priya, { sort: 'in_team', cursor })).toEqual({ rows: [], next: null });
});
