import { afterEach, describe, expect, test } from 'vitest';
import { runCommand } from '#server/operator/run-command.ts';
import { verifyLedger } from '#server/ledger/verify/verify-ledger.ts';
import { createTestServices } from '../../support/app/services.ts';
import { fillLedger } from './busy-ledger.ts';
import { accountOf, openForger } from './forger.ts';
import { told } from './told.ts';

const { services } = await createTestServices();
await fillLedger(services);
await verifyLedger(services);
const { forge, undo } = await openForger(services);

const [anna, ivan, marie] = ['anna', 'ivan', 'marie'].map(accountOf);
const entry = (of: string | undefined, number: number) => `account_id = ${of} and number = ${number}`;
const transferOf = (of: string | undefined, number: number) =>
  `(select transfer_id from ledger_entries where ${entry(of, number)})`;

afterEach(undo);

test('a busy ledger is right, and is sealed', async () => {
  const { findings, read, lastSeal } = await verifyLedger(services);
  expect(findings).toEqual([]);
  expect(read).toMatchObject({ transfers: 17, entries: 34, withdrawals: 5, batches: 1, seals: 1 });
  expect(lastSeal).toMatchObject({ number: 1, transferCount: 17 });
});

describe('somebody with all rights on the database', () => {
  test.each<[what: string, code: string, ...statements: string[]]>([
    [
      'gives an entry another amount',
      'transfer_unbalanced',
      `update ledger_entries set amount = amount + 1 where ${entry(ivan, 1)}`,
    ],
    [
      'gives both entries another amount, so that they balance, and every balance with them',
      'entry_altered',
      `update ledger_entries set amount = amount * 2 where transfer_id = ${transferOf(marie, 1)}`,
      `update ledger_entries set balance_after = amount where ${entry(marie, 1)}`,
      `update ledger_accounts set balance = balance * 2 where id = ${marie}`,
      `update ledger_days set amount = amount * 2 where account_id = ${marie}`,
    ],
    ['takes an entry away', 'transfer_entries', `delete from ledger_entries where ${entry(ivan, 2)}`],
    ['takes a transfer away', 'entry_stray', `delete from ledger_transfers where id = ${transferOf(ivan, 2)}`],
    [
      'takes the last transfer of a member away and puts the balance right',
      'account_altered',
      `update ledger_accounts set balance = 0 where id = ${marie}`,
      `delete from ledger_transfers where id = ${transferOf(marie, 1)}`,
      `delete from ledger_entries where transfer_id = ${transferOf(marie, 1)}`,
      `delete from ledger_days where account_id = ${marie}`,
    ],
    [
      'puts a transfer in',
      'entry_unlinked',
      `insert into ledger_transfers (id, key, kind, member_id, details, leg_count, at) overriding system value
        select 999, 'gift:x', kind, member_id, details, 2, at from ledger_transfers where id = ${transferOf(marie, 1)}`,
      `insert into ledger_entries (transfer_id, account_id, kind, amount, at, day)
        select 999, account_id, kind, amount, at, day from ledger_entries where transfer_id = ${transferOf(marie, 1)}`,
    ],
    [
      'puts a numbered transfer in with a hash of their own',
      'entry_altered',
      `insert into ledger_transfers (id, key, kind, member_id, details, leg_count, at) overriding system value
        select 999, 'gift:x', kind, member_id, details, 2, at from ledger_transfers where id = ${transferOf(marie, 1)}`,
      `insert into ledger_entries (transfer_id, account_id, kind, amount, at, day, number, balance_after, hash)
        select 999, account_id, kind, amount, at, day, number + 1, balance_after * 2, sha256(hash)
        from ledger_entries where transfer_id = ${transferOf(marie, 1)}`,
      `update ledger_accounts a set balance = balance_after, entry_count = 2, head = hash
        from ledger_entries e where a.id = ${marie} and e.transfer_id = 999 and e.account_id = a.id`,
      `update ledger_days set amount = amount * 2 where account_id = ${marie}`,
    ],
    [
      'swaps two transfers',
      'entry_missing',
      `update ledger_entries set transfer_id = case transfer_id when ${transferOf(ivan, 1)}
        then ${transferOf(ivan, 2)} else ${transferOf(ivan, 1)} end
        where transfer_id in (${transferOf(ivan, 1)}, ${transferOf(ivan, 2)})`,
    ],
    [
      'swaps the numbers of two entries',
      'entry_missing',
      `create temporary table two on commit drop as select id, hash, number, balance_after from ledger_entries
        where account_id = ${ivan} and number in (1, 2)`,
      `update ledger_entries set number = -number where id in (select id from two)`,
      `update ledger_entries e set number = o.number, hash = o.hash, balance_after = o.balance_after
        from two o where e.id in (select id from two) and o.id <> e.id`,
    ],
    [
      'gives a transfer another document',
      'entry_altered',
      `update ledger_transfers set details = details || '{"document": "other"}' where id = ${transferOf(ivan, 1)}`,
    ],
    [
      'gives a transfer another reason',
      'entry_altered',
      `update ledger_transfers set details = details || '{"reason": "rank"}' where id = ${transferOf(ivan, 1)}`,
    ],
    [
      'leaves a transfer’s details out',
      'entry_altered',
      `update ledger_transfers set details = 'null' where id = ${transferOf(ivan, 1)}`,
    ],
    [
      'gives a transfer and its entries a time a millionth of a second later',
      'entry_altered',
      `update ledger_transfers set at = at + interval '1 microsecond' where id = ${transferOf(ivan, 1)}`,
      `update ledger_entries set at = at + interval '1 microsecond' where transfer_id = ${transferOf(ivan, 1)}`,
    ],
    [
      'gives an entry another time',
      'transfer_altered',
      `update ledger_entries set at = 'infinity' where ${entry(ivan, 1)}`,
    ],
    [
      'gives an entry another kind',
      'transfer_altered',
      `update ledger_entries set kind = 'correction' where ${entry(ivan, 1)}`,
    ],
    [
      'turns a transfer around',
      'transfer_altered',
      `update ledger_entries set amount = -amount where transfer_id = ${transferOf(marie, 1)}`,
    ],
    [
      'has a transfer take its money from another account of the platform',
      'transfer_altered',
      `update ledger_entries set account_id = (select id from ledger_accounts where kind = 'fees')
        where transfer_id = ${transferOf(marie, 1)} and account_id <> ${marie}`,
    ],
    [
      'numbers an entry of the platform',
      'transfer_altered',
      `update ledger_entries set number = 1, balance_after = amount, hash = sha256('x')
        where transfer_id = ${transferOf(marie, 1)} and account_id <> ${marie}`,
    ],
    [
      'takes a transfer away and one of its entries',
      'entry_stray',
      `delete from ledger_transfers where id = ${transferOf(marie, 1)}`,
      `delete from ledger_entries where transfer_id = ${transferOf(marie, 1)} and account_id <> ${marie}`,
    ],
    [
      'gives entries another day, and the days with them',
      'entry_altered',
      `update ledger_entries set day = day - 1 where transfer_id = ${transferOf(marie, 1)}`,
      `update ledger_days set day = day - 1 where account_id = ${marie}`,
    ],
    [
      'gives a transfer another key',
      'entry_altered',
      `update ledger_transfers set key = 'gift:other' where id = ${transferOf(ivan, 1)}`,
    ],
    ['gives a member another balance', 'balance_wrong', `update ledger_accounts set balance = 5 where id = ${anna}`],
    [
      'lets a member’s balance fall below zero',
      'below_zero',
      'alter table ledger_accounts drop constraint ledger_accounts_never_below_zero',
      `update ledger_accounts set balance = -5 where id = ${anna}`,
      `alter table ledger_accounts add constraint ledger_accounts_never_below_zero
        check (member_id is null or balance >= 0) not valid`,
    ],
    [
      'gives an account another end',
      'account_altered',
      `update ledger_accounts set head = sha256(head) where id = ${anna}`,
    ],
    [
      'takes the end of an account away',
      'account_altered',
      `update ledger_accounts set head = null where id = ${anna}`,
    ],
    ['counts more entries', 'account_altered', `update ledger_accounts set entry_count = 99 where id = ${anna}`],
    ...['balance = 5', 'entry_count = 1', `head = sha256('x')`].map((change): [string, string, string] => [
      `lets an account of the platform say: ${change}`,
      'account_altered',
      `update ledger_accounts set ${change} where kind = 'earnings'`,
    ]),
    ['gives a day another sum', 'day_wrong', `update ledger_days set amount = amount + 1 where account_id = ${anna}`],
    ['takes a day away', 'day_wrong', `delete from ledger_days where account_id = ${anna} and kind = 'accrual'`],
    [
      'gives a transfer to another member',
      'entry_altered',
      `update ledger_transfers set member_id = (select id from members where username = 'marie')
        where id = ${transferOf(ivan, 1)}`,
    ],
    [
      'gives two members each other’s money',
      'transfer_altered',
      `create temporary table two on commit drop as select id, member_id from ledger_accounts where id in (${ivan}, ${anna})`,
      `update ledger_accounts set member_id = -member_id where id in (select id from two)`,
      `update ledger_accounts a set member_id = t.member_id from two t
        where a.id in (select id from two) and t.id <> a.id`,
    ],
    ['takes an account away', 'transfer_altered', `delete from ledger_accounts where id = ${marie}`],
    ['gives a batch another sum', 'batch_wrong', `update accrual_batches set total = total + 1`],
    ['gives a batch more lines', 'batch_wrong', `update accrual_batches set line_count = line_count + 1`],
    ['gives a batch other contents', 'batch_wrong', `update accrual_batches set contents = sha256(contents)`],
    [
      'gives a batch’s reason another name',
      'batch_wrong',
      `update accrual_batches set labels = jsonb_set(labels, '{camp,ru}', '"Доход"')`,
    ],
    ['takes a batch away', 'batch_wrong', `delete from accrual_batches`],
    ['takes the seals away but for a later one', 'seal_broken', `update ledger_seals set number = 2`],
    ['makes a seal cover less', 'seal_broken', `update ledger_seals set transfer_count = transfer_count - 1`],
    ['makes a seal begin somewhere else', 'seal_broken', `update ledger_seals set at = 'infinity'`],
  ])('%s: %s', async (_, code, ...statements) => {
    await forge(...statements);
    const found = await verifyLedger(services);
    expect(Object.keys(found.counts)).toContain(code);
    expect(told(found)).toMatchSnapshot();
  });

  test('is told with names, and the operator’s command ends with 1', async () => {
    await forge(`update ledger_accounts set balance = 5 where id = ${anna}`);
    const outcome = await runCommand(services, ['ledger', 'verify'], 'olga');
    expect(outcome).toMatchObject({
      wrong: expect.stringMatching(/not intact: 1 problem\.\n- The available money of anna is said to be 0\.000005; /),
      data: { right: false, counts: { balance_wrong: 1 } },
    });
  });

  test('is told in a list that ends, however much is wrong', async () => {
    await forge(`update ledger_entries set hash = sha256(hash) where number is not null`);
    const { findings, counts } = await verifyLedger(services);
    expect(counts['entry_altered']).toBeGreaterThan(20);
    expect(findings.filter(({ code }) => code === 'entry_altered')).toHaveLength(20);
  });

  test('gets no seal for what is wrong', async () => {
    await forge(`update ledger_accounts set balance = 5 where id = ${anna}`, `delete from ledger_seals`);
    expect(await verifyLedger(services)).toMatchObject({ lastSeal: undefined });
  });
});
