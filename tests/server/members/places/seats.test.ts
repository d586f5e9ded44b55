import { asc, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { places } from '#server/db/schema/index.ts';
import { seededRandom } from '#server/operator/seed/seeded-random.ts';
import { everyday } from '../../../support/everyday.ts';
import { peopleBelow } from '../../../support/people/people.ts';
import { openMarket } from '../../../support/people/buy.ts';
import { type Seated, sit } from './seating.ts';
import { treeFaults } from './tree.ts';

const SEED = Number(process.env['SEED'] ?? 7);
const PEOPLE = everyday(30, 60);
const market = await openMarket({ people: peopleBelow('anna', PEOPLE, seededRandom(SEED)) });
const { services, buy } = market;

test(`${PEOPLE} people buy in any order, and sit where a naive reader would seat them (seed ${SEED})`, async () => {
  const random = seededRandom(SEED);
  const { rows } = await services.db.execute<{ id: number; username: string; uplines: number[] }>(sql`
    select m.id, m.username,
      array(select l.ancestor_id from team_links l where l.member_id = m.id order by l.line) as uplines
    from members m where m.activated_at is not null order by m.id`);
  const inAnyOrder = rows.map((row) => ({ row, at: random() })).toSorted((a, b) => a.at - b.at);
  const expected: Seated[] = [];
  for (const { row } of inAnyOrder) {
    expect((await buy(row.username, 'licenses-1')).state).toBe('active');
    sit(expected, row.id, row.uplines, 2);
  }
  const stored = await services.db.select().from(places).orderBy(asc(places.id));
  const memberOf = new Map(stored.map(({ id, memberId }) => [id, memberId]));
  expect(stored.map(({ memberId, aboveId, seat }) => ({ memberId, above: memberOf.get(aboveId ?? 0), seat }))).toEqual(
    expected.map(({ memberId, above, seat }) => ({ memberId, above: above?.memberId, seat })),
  );
  expect(await treeFaults(services.db)).toEqual([]);
  expect(stored.some(({ closing }) => closing === 'full')).toBe(true);
});
