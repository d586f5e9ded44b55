import { afterEach, describe, expect, test } from 'vitest';
import { verifyLedger } from '#server/ledger/verify/verify-ledger.ts';
import { openMarket } from '../../support/people/buy.ts';
import { brokenInvariants } from '../../support/db/invariants.ts';
import { fillMarket } from './busy-market.ts';
import { openForger } from './forger.ts';
import { told } from './told.ts';

/** More requests and places than one batch reads. */
const MANY = 2_001;

const market = await openMarket();
const { services } = market;
await fillMarket(market);
await verifyLedger(services);
const { forge, undo } = await openForger(services);

const of = (username: string) => `(select id from members where username = '${username}')`;
const placeOf = (username: string, planId: string) =>
  `(select id from places where member_id = ${of(username)} and plan_id = '${planId}')`;
const transactionOf = (username: string, planId: string) =>
  `(select id from transactions where member_id = ${of(username)} and plan_id = '${planId}')`;

afterEach(undo);

test('a busy market is right, and is sealed', async () => {
  const { findings, read, lastSeal } = await verifyLedger(services);
  expect(findings).toEqual([]);
  expect(read).toMatchObject({ transactions: 14, places: 10 });
  expect(lastSeal?.transferCount).toBe(read.transfers);
  expect(await brokenInvariants(services.db)).toEqual([]);
});

test('the clocks of a request and of its sale may be a minute apart', async () => {
  await forge(
    `update transactions set ended_at = t.at + interval '60 seconds' from ledger_transfers t where t.id = sale_id`,
  );
  expect((await verifyLedger(services)).findings).toEqual([]);
});

test('all requests and places are looked at, however many there are, and how far they are is told', async () => {
  await forge(
    `insert into transactions select (jsonb_populate_record(null::transactions, to_jsonb(t) ||
        jsonb_build_object('id', gen_random_uuid()))).*
      from transactions t, generate_series(1, ${MANY}) where t.state = 'cancelled'`,
    `insert into places overriding system value select (jsonb_populate_record(null::places, to_jsonb(p) || jsonb_build_object(
        'id', 1000000 + number, 'member_id', -number, 'above_id', -number, 'depth', 1, 'transaction_id', gen_random_uuid()))).*
      from places p, generate_series(1, ${MANY}) as number where p.id = ${placeOf('jonas', 'fast-money-1')}`,
  );
  const shares: Record<string, number[]> = {};
  const { counts, read } = await verifyLedger(services, {
    onProgress: (phase, share) => void (shares[phase] ??= []).push(share),
  });
  expect(read).toMatchObject({ transactions: MANY + 14, places: MANY + 10 });
  expect(counts).toMatchObject({ transaction_money: MANY, place_unpaid: MANY, place_seat: MANY });
  expect(shares['places']).toEqual([2_000 / (MANY + 10), 1]);
  expect(shares['transactions']?.at(-1)).toBe(1);
});

describe('somebody with all rights on the database', () => {
  const late = transactionOf('marie', 'licenses-1');
  const little = transactionOf('jonas', 'turbo-1');
  const paid = transactionOf('anna', 'dreamx-1');
  const licence = placeOf('ivan', 'licenses-1');
  const lowest = placeOf('jonas', 'licenses-1');

  test.each<[what: string, code: string, ...statements: string[]]>([
    [
      'says that more has come',
      'transaction_money',
      `update transactions set received = received + 1 where id = ${late}`,
    ],
    ['says that more has come', 'held_wrong', `update transactions set received = received + 1 where id = ${late}`],
    [
      'says that all was given back',
      'transaction_money',
      `update transactions set returned = received where id = ${little}`,
    ],
    [
      'says that a request was paid in full, with a payment that nobody made',
      'payment_wrong',
      `insert into transaction_payments (transaction_id, node_id, amount, currency, at)
        values (${little}, 'forged', 30000000, 'USDT', now())`,
      `update transactions set received = 50000000 where id = ${little}`,
    ],
    [
      'makes foreign money count',
      'payment_wrong',
      `update transaction_payments set currency = 'USDT' where currency = 'BTC'`,
    ],
    [
      'makes a payment smaller',
      'payment_wrong',
      `update transaction_payments set amount = 1 where transaction_id = ${late}`,
    ],
    ['takes a payment away', 'payment_wrong', `delete from transaction_payments where transaction_id = ${late}`],
    ['lowers the price that was paid', 'transaction_sale', `update transactions set price = 1 where id = ${paid}`],
    [
      'gives a request to somebody else',
      'transaction_altered',
      `update transactions set member_id = ${of('root')} where id = ${late}`,
    ],
    [
      'makes a request one for another plan',
      'transaction_altered',
      `update transactions set plan_id = 'licenses-5' where id = ${late}`,
    ],
    [
      'activates a request without its price',
      'transaction_sale',
      `update transactions set state = 'active', sale_id = 1, ended_at = now() where id = ${late}`,
    ],
    ['names another sale', 'transaction_sale', `update transactions set sale_id = 1 where id = ${paid}`],
    [
      'says another time than it was sold at',
      'transaction_sale',
      `update transactions set ended_at = ended_at - interval '1 day' where id = ${paid}`,
    ],
    [
      'takes a sale back, and the place with it',
      'transaction_sale',
      `update transactions set state = 'cancelled', sale_id = null where id = ${paid}`,
      `delete from places where transaction_id = ${paid}`,
    ],
    [
      'says that a request expired',
      'transaction_steps',
      `update transactions set state = 'expired' where id = ${late}`,
    ],
    [
      'takes a step away',
      'transaction_steps',
      `delete from transaction_steps where transaction_id = ${late} and state = 'awaiting_payment'`,
    ],
    ['takes all steps away', 'transaction_steps', `delete from transaction_steps where transaction_id = ${late}`],
    [
      'lets a request be cancelled while it was confirmed',
      'transaction_steps',
      `update transaction_steps set state = 'confirming' where state = 'underpaid'`,
    ],
    [
      'goes on behind an end',
      'transaction_steps',
      `insert into transaction_steps (transaction_id, state, at, actor) values (${paid}, 'active', now(), 'node')`,
    ],
    [
      'says a step twice',
      'transaction_steps',
      `insert into transaction_steps (transaction_id, state, at, actor) values (${late}, 'paid_late', now(), 'node')`,
    ],
    [
      'says that a place was sold 61 seconds later',
      'transaction_sale',
      `update transactions set ended_at = t.at + interval '61 seconds' from ledger_transfers t where t.id = sale_id`,
    ],
    [
      'takes away that money was held for a request',
      'transaction_money',
      `delete from ledger_transfers where key like 'transaction:' || ${late} || ':taken%'`,
    ],
    [
      'gives money that was held for a request another key',
      'transaction_altered',
      `update ledger_transfers set key = replace(key, ':taken', ':returned')
        where key like 'transaction:' || ${late} || ':taken%'`,
    ],
    [
      'pays for a request that is not there',
      'purchase_of_nothing',
      `update ledger_transfers set key = 'transaction:' || gen_random_uuid() || ':deposit:x' where kind = 'deposit'
        and member_id = ${of('marie')}`,
    ],
    ['takes a request away', 'purchase_of_nothing', `delete from transactions where id = ${late}`],
    ['takes a request away', 'held_wrong', `delete from transactions where id = ${late}`],
    ['takes a place away', 'transaction_place', `delete from places where transaction_id = ${paid}`],
    ['takes a place away', 'place_count', `delete from places where id = ${placeOf('jonas', 'fast-money-1')}`],
    [
      'gives a place to somebody else',
      'place_unpaid',
      `update places set member_id = ${of('root')} where transaction_id = ${paid}`,
    ],
    [
      'gives somebody a place for nothing',
      'place_unpaid',
      `insert into places (member_id, plan_id, transaction_id, opened_at, seat, depth, free_depth)
        values (${of('root')}, 'turbo-1', ${little}, now(), 0, 0, 0)`,
    ],
    [
      'gives somebody a place for nothing',
      'transaction_place',
      `insert into places (member_id, plan_id, transaction_id, opened_at, seat, depth, free_depth)
        values (${of('root')}, 'turbo-1', ${little}, now(), 0, 0, 0)`,
    ],
    ['moves a place to another seat', 'place_seat', `update places set seat = 1 where id = ${lowest}`],
    ['moves a place to a seat that is not there', 'place_seat', `update places set seat = 2 where id = ${licence}`],
    [
      'moves a place to the top',
      'place_seat',
      `update places set above_id = null, seat = 0, depth = 0 where id = ${licence}`,
    ],
    ['says that a place is deeper', 'place_seat', `update places set depth = 9, free_depth = 9 where id = ${lowest}`],
    ['ties a structure into a ring', 'place_seat', `update places set above_id = ${lowest} where id = ${licence}`],
    [
      'says that a seat is free further up',
      'place_count',
      `update places set free_depth = depth where id = ${placeOf('anna', 'licenses-1')}`,
    ],
    ['says that a structure is fuller', 'place_count', `update places set filled = filled + 1 where id = ${licence}`],
    [
      'opens a full place again',
      'place_closing',
      `update places set closing = null, closed_at = null where closing = 'full'`,
    ],
    [
      'closes a place that has free seats',
      'place_closing',
      `update places set closing = 'full', closed_at = now() where id = ${licence}`,
    ],
    [
      'lets a place expire before its time',
      'place_closing',
      `update places set closing = 'expired', closed_at = opened_at where id = ${licence}`,
    ],
    [
      'opens an expired place again',
      'place_closing',
      `update places set closing = null, closed_at = null where closing = 'expired'`,
    ],
    ['takes the log of a place away', 'place_seat', `delete from place_events where place_id = ${licence}`],
    ['takes the log of a closing away', 'place_closing', `delete from place_events where kind = 'closed'`],
    ['makes somebody active', 'member_wrong', `update members set active = not active where username = 'ivan'`],
    ['gives somebody real estate', 'member_wrong', `update members set real_estate = 2 where username = 'anna'`],
  ])('%s: %s', async (_, code, ...statements) => {
    await forge(...statements);
    const found = await verifyLedger(services);
    expect(Object.keys(found.counts)).toContain(code);
    expect(told(found)).toMatchSnapshot();
  });

  test('is told whose it is and what is wrong with it', async () => {
    await forge(`update transactions set received = received + 1 where id = ${late}`);
    const { findings } = await verifyLedger(services);
    expect(findings.map(({ words }) => words)).toEqual([
      'The held money of marie is 100.00; open withdrawals and requests for places come to 100.000001.',
      expect.stringMatching(
        /^Transaction [0-9a-f-]{36} of marie: it says that 100\.000001 came; 100\.00 was deposited\.$/,
      ),
    ]);
  });
});
