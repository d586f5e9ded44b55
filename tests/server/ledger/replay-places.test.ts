import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, test } from 'vitest';
import { withdrawPurchase } from '#contracts/transactions.ts';
import { verifyPlaces } from '#server/ledger/verify/verify-places.ts';
import { runCommand } from '#server/operator/run-command.ts';
import { expirePlaces } from '#server/members/places/index.ts';
import { seededRandom } from '#server/operator/seed/seeded-random.ts';
import { dataOf } from '../../support/app/api.ts';
import { everyday } from '../../support/everyday.ts';
import { openMarket } from '../../support/people/buy.ts';
import { peopleBelow } from '../../support/people/people.ts';
import { treeFaults } from '../members/places/tree.ts';
import { openForger } from './forger.ts';
import { told } from './told.ts';

const SEED = Number(process.env['SEED'] ?? 5);
const EVENTS = everyday(90, 500);
const DAY_SECONDS = 86_400;
const market = await openMarket({ people: peopleBelow('anna', 12, seededRandom(SEED)) });
const { api, clock, services } = market;

/** People buy Turbo, withdraw within their days, or let it expire after 90; then they buy it again. */
const counts = await live();
const { forge, undo } = await openForger(services);
afterEach(undo);

async function live() {
  const random = seededRandom(SEED);
  const usernames = ['root', 'anna', 'ivan', ...Array.from({ length: 12 }, (_, index) => `p${index + 1}`)];
  const places = new Map<string, { id: string; boughtMs: number }>();
  const done = { bought: 0, withdrawn: 0, expired: 0 };
  const daysSince = (ms: number) => (clock.now().getTime() - ms) / (DAY_SECONDS * 1000);
  for (let event = 0; event < EVENTS; event += 1) {
    if (random() < 0.1) {
      clock.advance(Math.floor(random() * 60) * DAY_SECONDS);
      await expirePlaces(services);
    }
    for (const [username, { boughtMs }] of places) {
      if (daysSince(boughtMs) >= 90) done.expired += Number(places.delete(username));
    }
    const username = usernames[Math.floor(random() * usernames.length)]!;
    const place = places.get(username);
    if (!place) {
      const { id } = await market.buy(username, 'turbo-1');
      places.set(username, { id, boughtMs: clock.now().getTime() });
      done.bought += 1;
    } else if (random() < 0.6 && daysSince(place.boughtMs) < 13) {
      const call = { bearer: await market.bearerOf(username), uid: randomUUID() };
      dataOf(await api.call(withdrawPurchase, { id: place.id }, call));
      places.delete(username);
      done.withdrawn += 1;
    }
  }
  return done;
}

test(`a random history, replayed from its events, gives the places as they are (seed ${SEED})`, async () => {
  expect(await treeFaults(services.db)).toEqual([]);
  const { findings, read } = await verifyPlaces(services);
  expect(findings).toEqual([]);
  expect(read).toMatchObject({ places: counts.bought, events: expect.any(Number) });
  expect(read.events).toBeGreaterThan(counts.bought + counts.withdrawn);
  for (const count of Object.values(counts)) expect(count).toBeGreaterThan(2);
  const { rows } = await services.pool.query(
    `select kind, count(*)::int from place_events group by kind order by kind`,
  );
  expect(rows.map(({ kind }) => kind)).toEqual(['closed', 'moved', 'seated', 'withdrawn']);
});

test('events from before reasons were recorded are replayed by the rule alone', async () => {
  await forge(`update place_events set details = details - 'rule' - 'upline' - 'line' - 'taken' where kind = 'seated'`);
  expect((await verifyPlaces(services)).findings).toEqual([]);
});

describe('an operator with all rights on the database', () => {
  const seated = `select max(id) from places where closing is null and above_id is not null`;
  const last = `(${seated})`;
  const lastButOne = `(${seated} and id < ${last})`;
  /** A seat that is free, but not the first one. */
  const elsewhere = `(select max(p.id) from places p where p.closing is null and p.id < ${last}
    and not exists (select from places c where c.above_id = p.id))`;
  const move = `update places set above_id = ${elsewhere}, seat = 1 where id = ${last}`;
  const exchange = (
    kinds: string,
  ) => `update place_events e set place_id = o.place_id, kind = o.kind, at = o.at, details = o.details
    from place_events o where e.id <> o.id and e.id in (${kinds}) and o.id in (${kinds})`;
  const eventOf = (place: string, kind: string) =>
    `select max(id) from place_events where place_id = ${place} and kind = '${kind}'`;

  test.each<[what: string, codes: string[], words: RegExp, ...statements: string[]]>([
    ['moves a seat', ['place_differs'], /its place above is \d+; events give \d+/, move],
    [
      'moves a seat, and says so in its event',
      ['place_rule'],
      /it took seat 1 under place \d+; the rule gives seat \d under place \d+/,
      `update place_events set details = details || jsonb_build_object('above', ${elsewhere}::text, 'seat', '1')
        where place_id = ${last} and kind = 'seated'`,
      move,
    ],
    [
      'names another upline for a seat',
      ['place_rule'],
      /its reason gives “1” as upline; right is/,
      `update place_events set details = details || '{"upline": "1", "line": "9"}' where place_id = ${last} and kind = 'seated'`,
    ],
    [
      'says that a seat followed another rule',
      ['place_rule'],
      /its reason names rule 7, which is not known here/,
      `update place_events set details = details || '{"rule": "7"}' where place_id = ${last} and kind = 'seated'`,
    ],
    [
      'takes away that a place was seated',
      ['place_differs'],
      /no event seated it/,
      `delete from place_events where place_id = ${last} and kind = 'seated'`,
    ],
    [
      'takes away that a place was withdrawn',
      ['place_rule', 'place_differs'],
      /its closing is withdrawn; events give none/,
      `delete from place_events where id = (select min(id) from place_events where kind = 'withdrawn')`,
    ],
    [
      'takes away that a place moved',
      ['place_event'],
      /its event “moved” is missing/,
      `delete from place_events where id = (select min(id) from place_events where kind = 'moved')`,
    ],
    [
      'takes away that a place expired',
      ['place_differs'],
      /its closing is expired; events give none/,
      `delete from place_events where id = (select max(id) from place_events where kind = 'closed' and details->>'because' = 'expired')`,
    ],
    [
      'exchanges the order of two seats',
      ['place_order'],
      /it was seated after place \d+/,
      exchange(`(${eventOf(last, 'seated')}), (${eventOf(lastButOne, 'seated')})`),
    ],
    [
      'gives two places the seat of each other',
      ['place_order', 'place_rule', 'place_differs'],
      /it took .*; the rule gives/,
      `update place_events set place_id = case place_id when ${last} then ${lastButOne} else ${last} end
        where kind = 'seated' and place_id in (${last}, ${lastButOne})`,
    ],
    [
      'gives a seat an earlier time',
      ['place_order'],
      /its event “\w+” is older than one before it/,
      `update place_events set at = at - interval '2 minutes' where id = (select max(id) from place_events where kind = 'seated')`,
    ],
    [
      'takes a place away, but not its events',
      ['place_event'],
      /Event \d+ is of place \d+, which is not there/,
      `delete from places where id = ${last}`,
    ],
  ])('%s', async (_, codes, words, ...statements) => {
    await forge(...statements);
    const found = await verifyPlaces(services);
    expect(Object.keys(found.counts)).toEqual(expect.arrayContaining(codes));
    expect(told(found).join('\n')).toMatch(words);
  });

  test('is told which place it is, by the command', async () => {
    await forge(move);
    expect(await runCommand(services, ['places', 'verify'], 'olga')).toMatchObject({
      wrong: expect.stringMatching(
        /^The places are not as their events say: \d problems?\.\n- Place \d+ \(turbo-1\) of \w+: its place above is /,
      ),
      data: { right: false },
    });
  });

  test('lets another member have invited somebody', async () => {
    const { rows } = await services.pool.query<{ id: number; inviter_id: number }>(`
      select m.id, m.inviter_id from members m join places p on p.id = ${last} and p.member_id = m.id`);
    const { id, inviter_id: inviter } = rows[0]!;
    await forge(`update members set inviter_id = null where id = ${id}`);
    expect(told(await verifyPlaces(services)).join('\n')).toMatch(/the rule gives the top of a tree/);
    await forge(`update members set inviter_id = ${inviter} where id = ${id}`);
    expect((await verifyPlaces(services)).findings).toEqual([]);
  });
});
