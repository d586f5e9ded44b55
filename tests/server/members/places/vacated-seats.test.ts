import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { getStructure } from '#contracts/places.ts';
import { withdrawPurchase } from '#contracts/transactions.ts';
import { seededRandom } from '#server/operator/seed/seeded-random.ts';
import { verifyLedger } from '#server/ledger/verify/verify-ledger.ts';
import { verifyPlaces } from '#server/ledger/verify/verify-places.ts';
import { dataOf } from '../../../support/app/api.ts';
import { brokenInvariants } from '../../../support/db/invariants.ts';
import { everyday } from '../../../support/everyday.ts';
import { openMarket } from '../../../support/people/buy.ts';
import { peopleBelow } from '../../../support/people/people.ts';
import { leave, type Seated, sit } from './seating.ts';
import { treeFaults } from './tree.ts';

const SEED = Number(process.env['SEED'] ?? 11);
const EVENTS = everyday(70, 400);
const market = await openMarket({ people: peopleBelow('anna', 20, seededRandom(SEED)) });
const { api, services, bearerOf } = market;

async function withdraw(username: string, id: string): Promise<void> {
  dataOf(await api.call(withdrawPurchase, { id }, { bearer: await bearerOf(username), uid: randomUUID() }));
}

type Member = { id: number; username: string; uplines: number[] };

async function seats(): Promise<string[]> {
  const { rows } = await services.db.execute<{ seat: string }>(sql`
    select p.member_id || ' on ' || p.seat || ' under ' || case
        when a.id is null then 'nobody' when a.closing = 'withdrawn' then 'a free seat' else a.member_id::text end as seat
    from places p left join places a on a.id = p.above_id
    where p.closing is distinct from 'withdrawn' order by p.member_id`);
  return rows.map(({ seat }) => seat);
}

function seatsIn(expected: readonly Seated[]): string[] {
  return expected
    .toSorted((a, b) => (a.memberId ?? 0) - (b.memberId ?? 0))
    .map(
      ({ memberId, seat, above }) =>
        `${memberId} on ${seat} under ${above ? (above.memberId ?? 'a free seat') : 'nobody'}`,
    );
}

test(`people buy, withdraw and buy again in any order, as a naive reader seats them (seed ${SEED})`, async () => {
  const random = seededRandom(SEED);
  const { rows: people } = await services.db.execute<Member>(sql`
    select m.id, m.username,
      array(select l.ancestor_id from team_links l where l.member_id = m.id order by l.line) as uplines
    from members m where m.activated_at is not null order by m.id`);
  const expected: Seated[] = [];
  const bought = new Map<number, string>();
  const counts = { withdrawn: 0, takenOver: 0 };
  for (let event = 0; event < EVENTS; event += 1) {
    const member = people[Math.floor(random() * people.length)]!;
    const transaction = bought.get(member.id);
    if (transaction === undefined) {
      const { id, place } = await market.buy(member.username, 'licenses-1');
      expect(place).not.toBeNull();
      bought.set(member.id, id);
      counts.takenOver += Number(sit(expected, member.id, member.uplines, 2).below.some(Boolean));
    } else if (random() < 0.6) {
      await withdraw(member.username, transaction);
      bought.delete(member.id);
      leave(expected, member.id);
      counts.withdrawn += 1;
    }
    expect(await seats()).toEqual(seatsIn(expected));
  }
  expect(await treeFaults(services.db)).toEqual([]);
  expect(await brokenInvariants(services.db)).toEqual([]);
  expect((await verifyLedger(services)).findings).toEqual([]);
  expect((await verifyPlaces(services)).findings).toEqual([]);
  expect(counts.withdrawn).toBeGreaterThan(5);
  expect(counts.takenOver).toBeGreaterThan(0);
});

test('the structure shows a freed seat with the places below it, and who withdrew has none', async () => {
  const structureOf = async (username: string) =>
    api.call(getStructure, { platform: 'turbo' }, { bearer: await bearerOf(username) });
  await market.buy('root', 'turbo-1');
  const annas = await market.buy('anna', 'turbo-1');
  const below = await market.buy('p1', 'turbo-1');
  expect(below.place).toMatchObject({ above: annas.place?.number });
  await withdraw('anna', annas.id);
  const { seats: shown } = dataOf(await structureOf('root'));
  const index = shown.findIndex(({ place, level }) => !place && level === 2);
  expect(shown.filter(({ place }) => place).map(({ place, above }) => [place?.number, above])).toContainEqual([
    below.place?.number,
    index,
  ]);
  expect(await structureOf('anna')).toMatchObject({ error: { code: 'not_found' } });
  const again = await market.buy('anna', 'turbo-1');
  expect(again.place).toMatchObject({ above: annas.place?.above, seat: annas.place?.seat });
  const { seats: after } = dataOf(await structureOf('anna'));
  expect(after.some(({ place }) => place?.number === below.place?.number)).toBe(true);
  expect(await treeFaults(services.db)).toEqual([]);
});
