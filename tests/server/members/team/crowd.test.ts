import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { plantCrowd } from '#server/operator/seed/crowd.ts';
import { readSeedOrder } from '#server/operator/seed-order.ts';
import { teamTotals } from '#server/members/team/totals.ts';
import { createTestServices } from '../../../support/app/services.ts';
import { idOf, join } from './crowded-services.ts';
import { disagreements, teamBelow } from './naive.ts';

const { services, databaseUrl } = await createTestServices();
const given = { timeZone: 'Europe/Moscow', until: services.clock.now() };

async function schemaNow(): Promise<unknown> {
  const { rows } = await services.db.execute(sql`
    select indexdef as thing from pg_indexes where schemaname = 'public'
    union all select conname::text from pg_constraint union all select tgname || ' ' || tgenabled::text from pg_trigger order by thing`);
  return rows;
}

test('a crowd below Ivan is a tree of the size asked for, right in every number, and nothing else has changed', async () => {
  const before = await schemaNow();
  const phases = new Set<string>();
  const planted = await plantCrowd(
    databaseUrl,
    { members: 700, shape: 'random', under: 'ivan', ...given },
    (phase, share) => {
      expect(share).toBeGreaterThanOrEqual(0);
      expect(share).toBeLessThanOrEqual(1);
      phases.add(phase);
    },
  );
  expect(planted).toMatchObject({ members: 700 });
  expect([...phases]).toEqual(expect.arrayContaining(['members', 'links', 'counters', 'days', 'tidying up']));
  const team = await teamBelow(services.db, await idOf(services, 'ivan'));
  expect(team).toHaveLength(700);
  expect(Math.max(...team.map(({ line }) => line))).toBeGreaterThan(5);
  expect(await disagreements(services.db)).toEqual([]);
  expect(await schemaNow()).toEqual(before);
});

test('a chain is as deep as it is long', async () => {
  await plantCrowd(databaseUrl, { members: 120, shape: 'chain', under: 'priya', ...given });
  const team = await teamBelow(services.db, await idOf(services, 'priya'));
  expect(team.map(({ line }) => line).toSorted((a, b) => a - b)).toEqual(
    Array.from({ length: 120 }, (_, index) => index + 1),
  );
  expect(await disagreements(services.db)).toEqual([]);
});

test('whoever registers afterwards is counted as ever', async () => {
  const priya = await idOf(services, 'priya');
  const { whole_team: before } = await teamTotals(services, priya);
  await join(services, priya);
  expect(await teamTotals(services, priya)).toMatchObject({
    whole_team: before + 1,
    registrations_today: expect.any(Number),
  });
  expect(await disagreements(services.db)).toEqual([]);
});

test('nobody is planted under somebody who is not there', async () => {
  const count = () => services.db.execute(sql`select count(*) from members`);
  const { rows: before } = await count();
  expect(await plantCrowd(databaseUrl, { members: 5, shape: 'random', under: 'nobody', ...given })).toBeUndefined();
  expect((await count()).rows).toEqual(before);
});

test('the command reads what it is told, or says what it takes', () => {
  expect(readSeedOrder([])).toEqual({ json: false, crowd: undefined });
  expect(readSeedOrder(['--members', '1000000', '--under', 'Ivan', '--json'])).toEqual({
    json: true,
    crowd: { members: 1_000_000, shape: 'random', under: 'ivan' },
  });
  const wrong = [
    ['--members', '0'],
    ['--members', '2000001'],
    ['--members', 'x'],
    ['--members', '9000', '--shape', 'chain'],
  ];
  for (const words of [...wrong, ['--members', '9', '--shape', 'star'], ['--what'], ['more']])
    expect(readSeedOrder(words), words.join(' ')).toEqual({ refused: expect.stringMatching(/\w \w.*[.\]]$/) });
});
