import { afterEach, describe, expect, test } from 'vitest';
import { logAuditEnd, writeAudit } from '#server/audit/index.ts';
import { verifyLedger } from '#server/ledger/verify/verify-ledger.ts';
import { runCommand } from '#server/operator/run-command.ts';
import { deriveSecrets } from '#server/base/secrets.ts';
import { createTestServices } from '../../support/app/services.ts';
import { openForger } from '../ledger/forger.ts';

const { services } = await createTestServices();
const entry = { actor: 'staff:1', action: 'members block', subject: 'member:anna', reason: 'asked', address: '::1' };
const write = (more: Partial<Parameters<typeof writeAudit>[2]> = {}, own = services) =>
  own.transaction((tx) => writeAudit(tx, own, { ...entry, ...more }));

// The state after the migration that copies the older log.
await services.pool.query(`
  insert into audit_log (number, actor, action, subject, reason, after, address, at) select n, 'operator:olga', 'a', '', 'old ' || n, '{}', '', now()
    from generate_series(1, 3) n`);
await services.pool.query('update audit_head set number = 3');
for (const reason of ['first', 'second', 'third']) await write({ reason });
await write({ before: { state: 'requested', amount: 5 }, after: { state: 'approved', note: null } });
await write({ reason: 'last' });

const forger = await openForger(services);
afterEach(forger.undo);

async function findings(kept?: string): Promise<string[]> {
  const verified = await verifyLedger(services, { keptSeal: kept });
  return verified.findings.map(({ code, words }) => `${code}: ${words}`);
}

const CHANGED = (number: number | string) =>
  `audit_altered: Audit entry ${number} is not as it was written: its hash does not fit.`;

test('a log that nobody touched is right, and counted', async () => {
  const { findings: found, read, auditEnd } = await verifyLedger(services);
  expect([found, read.audit, auditEnd?.number]).toEqual([[], 8, 8]);
});

test('nobody changes or deletes an entry by mistake', async () => {
  for (const words of ["update audit_log set reason = 'x'", 'delete from audit_log', 'truncate audit_log']) {
    await expect(services.pool.query(words)).rejects.toThrow('append-only');
  }
});

describe('somebody with all rights on the database and no key is found when', () => {
  test.each([
    ['actor', `actor = 'staff:2'`],
    ['action', `action = 'members unblock'`],
    ['subject', `subject = 'member:ivan'`],
    ['reason', `reason = 'x'`],
    ['address', `address = '::2'`],
    ['time, by a millionth of a second', `at = at + interval '1 microsecond'`],
    ['state before', `before = '{"state": "approved", "amount": 5}'`],
    ['state after', `after = '{"state": "approved"}'`],
    ['state after, which is taken away', 'after = null'],
    ['type of a value', `before = '{"state": "requested", "amount": "5"}'`],
    ['hash', 'hash = sha256(hash)'],
  ])('they change the %s', async (_, set) => {
    await forger.forge(`update audit_log set ${set} where number = 7`);
    expect((await findings())[0]).toBe(CHANGED(7));
  });

  test('they change what was copied from before the chain', async () => {
    await forger.forge(`update audit_log set reason = 'x' where number = 2`);
    expect(await findings()).toEqual([CHANGED('4 or one before it')]);
  });

  test('they delete an entry in the middle', async () => {
    await forger.forge('delete from audit_log where number = 5');
    expect(await findings()).toEqual(['audit_missing: Audit entry 6 comes where audit entry 5 should be.']);
  });

  test('they delete one and number the others anew', async () => {
    await forger.forge(
      'delete from audit_log where number = 5',
      'update audit_log set number = number - 1000 where number > 5',
      'update audit_log set number = number + 999 where number < 0',
      'update audit_head set number = 7',
    );
    expect(await findings()).toEqual([5, 6, 7].map(CHANGED));
  });

  test('they delete the last', async () => {
    await forger.forge('delete from audit_log where number = 8');
    expect(await findings()).toEqual([
      'audit_missing: The audit log ends with entry 7, but its head says 8: entries are missing at its end.',
    ]);
  });

  test('they delete all of it', async () => {
    await forger.forge('delete from audit_log');
    expect(await findings()).toEqual([
      'audit_missing: The audit log ends with entry 0, but its head says 8: entries are missing at its end.',
    ]);
  });

  test('they delete the last and mend the head, by where the log told us that it ended', async () => {
    const said: unknown[][] = [];
    await logAuditEnd({ ...services, log: (...words) => said.push(words) });
    expect(said).toEqual([['info', 'audit log', { number: 8, hash: expect.stringMatching(/^[0-9a-f]{64}$/) }]]);
    const [[, , fields] = []] = said;
    const hash = (fields as { hash: string } | undefined)?.hash ?? '';
    expect(await verifyLedger(services, { keptSeal: hash })).toMatchObject({
      findings: [],
      kept: { what: 'audit entry', number: 8 },
    });
    await forger.forge(
      'delete from audit_log where number = 8',
      'update audit_head set (number, hash) = (select number, hash from audit_log where number = 7)',
    );
    expect(await findings()).toEqual([]);
    expect(await findings(hash)).toEqual([
      `seal_unknown: The seal ${hash} is not in the chain of seals, nor in the audit log.`,
    ]);
  });

  test('they change the head', async () => {
    await forger.forge('update audit_head set number = 7');
    expect(await findings()).toEqual(['audit_altered: The audit log ends with entry 8, but its head says 7.']);
    await forger.forge('update audit_head set number = 8, hash = sha256(hash)');
    expect(await findings()).toEqual([
      'audit_altered: Audit entry 8, the last, is not the one that the head of the log names.',
    ]);
    await forger.forge('delete from audit_head');
    expect(await findings()).toEqual(['audit_missing: The audit log has lost its head, which says where it ends.']);
    await expect(write()).rejects.toThrow('lost its head');
  });

  const COPY = `actor, action, subject, reason, before, after, address, at`;
  test('they put an entry in at the end', async () => {
    await forger.forge(
      `insert into audit_log (number, ${COPY}, hash) select 9, ${COPY}, hash from audit_log where number = 8`,
      'update audit_head set number = 9',
    );
    expect(await findings()).toEqual([CHANGED(9)]);
  });

  test('they put one in without a hash, or before the beginning', async () => {
    await forger.forge(`insert into audit_log (number, ${COPY}) select 9, ${COPY} from audit_log where number = 8`);
    expect((await findings())[0]).toBe('audit_altered: Audit entry 9 has lost its hash: nothing proves it.');
    await forger.undo();
    await forger.forge(`insert into audit_log (number, ${COPY}) select 0, ${COPY} from audit_log where number = 1`);
    expect((await findings())[0]).toBe('audit_missing: Audit entry 0 comes where audit entry 1 should be.');
  });

  test.each([
    ['in the middle', 'number = 6', 'audit_altered: Audit entry 6 has lost its hash: nothing proves it.'],
    ['of the first, as if it had been copied', 'number = 4', CHANGED('5 or one before it')],
    [
      'of all, as if they had been copied',
      'true',
      'audit_altered: Audit entry 8, the last, is not the one that the head of the log names.',
    ],
  ])('they take the hash away %s', async (_, which, words) => {
    await forger.forge(`update audit_log set hash = null where ${which}`);
    expect((await findings())[0]).toBe(words);
  });

  test('they swap two entries', async () => {
    await forger.forge(
      'update audit_log set number = -5 where number = 5',
      'update audit_log set number = 5 where number = 6',
      'update audit_log set number = 6 where number = -5',
    );
    expect((await findings()).slice(0, 2)).toEqual([CHANGED(5), CHANGED(6)]);
  });
});

test('entries of another key are found, and never continued as if they were right', async () => {
  const stranger = { ...services, secrets: deriveSecrets(['another secret, just as long as the first one']) };
  await write({ reason: 'a thief' }, stranger);
  expect(await findings()).toEqual([CHANGED(9)]);
  const numbers: unknown[] = [];
  await logAuditEnd({ ...services, log: (_level, _event, fields) => numbers.push(fields?.['number']) });
  expect(numbers).toEqual([9]);
});

test('the order of names and half a character change nothing', async () => {
  await write({ reason: 'half \uD83D of it\0', after: { b: 1, aa: true, a: 'x\uDC00', gone: undefined, none: null } });
  await write({ after: { 2: 'two', 10: 'ten', much: 2 ** 53, part: 0.1, tiny: 1e-7, huge: 1e21 } });
  expect(await findings()).toEqual([]);
});

test('whoever writes at once waits, and the numbers have no gap', async () => {
  await Promise.all(Array.from({ length: 20 }, (_, index) => write({ reason: `${index}` })));
  await services
    .transaction((tx) => writeAudit(tx, services, entry).then(() => Promise.reject(new Error('undone'))))
    .catch(() => {});
  await write();
  const { findings: found, read } = await verifyLedger(services);
  expect([found, read.audit]).toEqual([[], 8 + 21]);
});

test('the operator reads where the log ends, and what is wrong with it', async () => {
  const verify = (...words: string[]) => runCommand(services, ['ledger', 'verify', ...words], 'olga');
  const right = await verify();
  const { hash } = (right as { data: { last_audit_entry: { hash: string } } }).data.last_audit_entry;
  expect(right).toMatchObject({
    words: expect.stringMatching(new RegExp(`8 audit entries in .*\nThe audit log ends with entry 8: ${hash}`)),
    data: { read: { audit: 8 }, last_audit_entry: { number: 8 } },
  });
  expect(await verify('--seal', hash)).toMatchObject({
    words: expect.stringContaining('The seal that you kept is entry 8 of the audit log, of'),
  });
  await forger.forge(`update audit_log set reason = 'x' where number = 8`);
  expect(await verify()).toMatchObject({ wrong: expect.stringContaining('- Audit entry 8 is not as it was written') });
});
