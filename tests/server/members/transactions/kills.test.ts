import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { seededRandom } from '#server/operator/seed/seeded-random.ts';
import { openMarket } from '../../../support/people/buy.ts';
import { startChild } from '../../../support/processes/children.ts';
import { everyday } from '../../../support/everyday.ts';
import { SESSION_SECRET } from '../../../support/app/services.ts';
import { brokenInvariants } from '../../../support/db/invariants.ts';
import { peopleBelow } from '../../../support/people/people.ts';
import { treeFaults } from '../places/tree.ts';

const BUYER = new URL('../../../support/processes/buyer.ts', import.meta.url);
const KILLS = Number(process.env['KILLS'] ?? everyday(2, 6));
const CROWD = everyday(9, 24);

test(`an app that is killed between payment and activation, ${KILLS} times: each payment opens one place`, async () => {
  const market = await openMarket({ people: peopleBelow('anna', CROWD, seededRandom(5)) });
  const { services, state: simulator, request, look, databaseUrl, url } = market;
  const people = Array.from({ length: CROWD }, (_, index) => `p${index + 1}`);
  const ids: string[] = [];
  for (const person of people) {
    const { id } = await request(person, 'licenses-1');
    await look(person, id);
    simulator.pay(id, { amount: '101.00' });
    ids.push(id);
  }
  const opened = async () => {
    const { rows } = await services.db.execute<{ count: number }>(sql`select count(*)::int as count from places`);
    return rows[0]?.count ?? 0;
  };
  for (let kill = 1; kill <= KILLS; kill += 1) {
    const copy = await startChild(BUYER, databaseUrl, SESSION_SECRET, url);
    void copy.ask(ids);
    const enough = Math.floor((kill * CROWD) / (KILLS + 1));
    await expect.poll(opened, { interval: 1 }).toBeGreaterThanOrEqual(enough);
    copy.process.kill('SIGKILL');
  }
  for (const [index, person] of people.entries()) {
    expect(await look(person, ids[index] ?? '')).toMatchObject({
      state: 'active',
      paid: '101.00',
      returned: '1.00',
    });
  }
  expect(await opened()).toBe(CROWD);
  expect(await treeFaults(services.db)).toEqual([]);
  expect(await brokenInvariants(services.db)).toEqual([]);
});
