import { afterEach, describe, expect, test } from 'vitest';
import { verifyLedger } from '#server/ledger/verify/verify-ledger.ts';
import { createTestServices } from '../../support/app/services.ts';
import { fillLedger } from './busy-ledger.ts';
import { openForger } from './forger.ts';
import { told } from './told.ts';

/** More withdrawals than one batch reads. */
const MANY = 2_001;

const { services } = await createTestServices();
await fillLedger(services);
await verifyLedger(services);
const { forge, undo } = await openForger(services);

const steps = (from: string, ...states: string[]) =>
  `insert into withdrawal_steps select id, s, requested_at + interval '1 ms' * n, 'node' from withdrawals,
    unnest(array[${states.map((one) => `'${one}'`).join()}]) with ordinality as x(s, n) where state = '${from}'`;
const apart = (column: string, transfer: string, seconds: number) =>
  `update withdrawals w set ${column} = t.at + interval '${seconds} seconds' from ledger_transfers t where t.id = ${transfer}`;

afterEach(undo);

describe('somebody with all rights on the database', () => {
  test.each<[what: string, code: string, ...statements: string[]]>([
    [
      'gives a withdrawal another amount',
      'withdrawal_hold',
      `update withdrawals set amount = amount + 1000000 where state = 'requested'`,
    ],
    [
      'sends a withdrawal somewhere else',
      'withdrawal_altered',
      `update withdrawals set destination = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8' where state = 'requested'`,
    ],
    [
      'raises the fee of a withdrawal',
      'withdrawal_altered',
      `update withdrawals set fee = fee + 1 where state = 'requested'`,
    ],
    [
      'gives a withdrawal to another member',
      'withdrawal_hold',
      `update withdrawals set member_id = (select id from members where username = 'marie') where state = 'requested'`,
    ],
    [
      'approves a withdrawal',
      'withdrawal_steps',
      `update withdrawals set state = 'approved' where state = 'requested'`,
    ],
    [
      'says that a withdrawal was paid, steps and all',
      'withdrawal_end',
      steps('requested', 'approved', 'sending', 'completed'),
      `update withdrawals set state = 'completed', completed_at = requested_at, end_id = hold_id where state = 'requested'`,
    ],
    [
      'opens a withdrawal again that was paid',
      'withdrawal_end',
      `update withdrawals set state = 'approved', end_id = null, completed_at = null where state = 'completed'`,
      `delete from withdrawal_steps where state in ('sending', 'completed')`,
    ],
    [
      'gives another reason for a rejection',
      'withdrawal_end',
      `update withdrawals set reason = 'other' where state = 'rejected'`,
    ],
    ['names another payment', 'withdrawal_end', `update withdrawals set chain_id = 'other' where state = 'completed'`],
    ['takes a withdrawal away', 'hold_of_nothing', `delete from withdrawals where state = 'requested'`],
    ['takes a withdrawal away', 'held_wrong', `delete from withdrawals where state = 'requested'`],
    [
      'has a withdrawal hang on nothing that was held',
      'withdrawal_hold',
      `update withdrawals set hold_id = -hold_id where state = 'requested'`,
    ],
    [
      'says that money was paid in where it was held',
      'withdrawal_hold',
      `update ledger_transfers set kind = 'accrual' where id in (select hold_id from withdrawals where state = 'requested')`,
    ],
    [
      'sends a withdrawal by another network',
      'withdrawal_altered',
      `update withdrawals set network = 'erc20' where state = 'requested'`,
    ],
    [
      'says that a withdrawal was requested 61 seconds later',
      'withdrawal_altered',
      `${apart('requested_at', 'w.hold_id', 61)} and w.state = 'requested'`,
    ],
    [
      'says that a withdrawal was paid 61 seconds earlier',
      'withdrawal_end',
      `${apart('completed_at', 'w.end_id', -61)} and w.state = 'completed'`,
    ],
    [
      'says that no time was when a withdrawal was paid',
      'withdrawal_end',
      'alter table withdrawals drop constraint withdrawals_completed',
      `update withdrawals set completed_at = null where state = 'completed'`,
      `alter table withdrawals add constraint withdrawals_completed
        check ((completed_at is null) = (state <> 'completed')) not valid`,
    ],
    [
      'names another transfer as the end of a withdrawal',
      'withdrawal_end',
      `update withdrawals set end_id = hold_id where state = 'rejected'`,
    ],
    [
      'says that a withdrawal failed that was paid',
      'withdrawal_end',
      `update withdrawals set state = 'failed', reason = 'other', completed_at = null where state = 'completed'`,
      `update withdrawal_steps set state = 'failed' where state = 'completed'`,
    ],
    [
      'says that a withdrawal was cancelled that was rejected',
      'withdrawal_end',
      `update withdrawals set state = 'cancelled' where state = 'rejected'`,
      `update withdrawal_steps set state = 'cancelled' where state = 'rejected'`,
    ],
    [
      'says that a withdrawal was paid that was rejected',
      'withdrawal_end',
      steps('rejected', 'approved', 'sending', 'completed'),
      `delete from withdrawal_steps where state = 'rejected'`,
      `update withdrawals set state = 'completed', completed_at = requested_at, reason = null where state = 'rejected'`,
    ],
    [
      'raises the fee of a withdrawal that was paid',
      'withdrawal_end',
      `update withdrawals set fee = fee + 1 where state = 'completed'`,
    ],
    ['adds steps that lead nowhere', 'withdrawal_steps', steps('requested', 'sending', 'failed')],
    ['takes the first step away', 'withdrawal_steps', `delete from withdrawal_steps where state = 'requested'`],
  ])('%s: %s', async (_, code, ...statements) => {
    await forge(...statements);
    const found = await verifyLedger(services);
    expect(Object.keys(found.counts)).toContain(code);
    expect(told(found)).toMatchSnapshot();
  });
});

test('the clocks of a withdrawal and of its transfers may be a minute apart', async () => {
  await forge(
    `${apart('requested_at', 'w.hold_id', 60)} and w.state = 'requested'`,
    `${apart('completed_at', 'w.end_id', -60)} and w.state = 'completed'`,
  );
  expect((await verifyLedger(services)).findings).toEqual([]);
});

test('all withdrawals are looked at, however many there are, and how far they are is told', async () => {
  await forge(`insert into withdrawals select (jsonb_populate_record(null::withdrawals, to_jsonb(w) || jsonb_build_object(
      'id', gen_random_uuid(), 'hold_id', -number, 'end_id', -number))).*
    from withdrawals w, generate_series(1, ${MANY}) as number where w.state = 'rejected'`);
  const shares: number[] = [];
  const { counts, read } = await verifyLedger(services, {
    onProgress: (phase, share) => void (phase === 'withdrawals' && shares.push(share)),
  });
  expect(read.withdrawals).toBe(MANY + 5);
  expect(counts).toMatchObject({ withdrawal_hold: MANY, withdrawal_end: MANY, withdrawal_steps: MANY });
  expect(shares).toEqual([2_000 / (MANY + 5), 1]);
});
