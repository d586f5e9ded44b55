import type { SQL } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { isRefused } from '#domain/refusals.ts';
import type { Db } from '#server/db/connect.ts';
import { listTeamMembers } from '#server/members/team/list-team.ts';
import { idOf, join, createCrowdedServices } from './crowded-services.ts';
import { filtered, teamBelow } from './naive.ts';

const { services } = await createCrowdedServices({ ivan: 700 });
const ivan = await idOf(services, 'ivan');
/** A search first checks this many links, together with three other queries; then the rest of the team. */
const FIRST = { links: 300, questions: 4 };

test('who joins between two looks of one search neither hides the next page nor shows somebody twice', async () => {
  const team = await teamBelow(services.db, ivan);
  const right = filtered(team, { search: 'Ким' });
  const newest = new Set(filtered(team, {}).slice(0, FIRST.links));
  const limit = right.filter((one) => newest.has(one)).length + 2;
  expect(right.length).toBeGreaterThan(limit);

  let asked = 0;
  const execute = async (question: SQL) => {
    asked += 1;
    if (asked === FIRST.questions + 1) await joinMany();
    return services.db.execute(question);
  };
  const found = await listTeamMembers({ db: { execute } as unknown as Db }, ivan, { search: 'Ким', limit });
  if (isRefused(found)) throw new Error('refused');
  expect(found.rows.map(({ username }) => username)).toEqual(right.slice(0, limit).map(({ username }) => username));
  expect(found.next).not.toBeNull();
  expect(asked).toBeGreaterThan(FIRST.questions + 1);
});

async function joinMany(): Promise<void> {
  for (let more = 0; more < 60; more += 1) await join(services, ivan);
}
