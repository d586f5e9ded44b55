import { expect, test } from 'vitest';
import { adoptOperatorLog, writeAudit } from '#server/audit/index.ts';
import { verifyLedger } from '#server/ledger/verify/verify-ledger.ts';
import { auditLogOf } from '../../support/db/audit.ts';
import { createTestServices } from '../../support/app/services.ts';

const { services } = await createTestServices();

/** As the previous version writes it. */
const writeAsBefore = (reason: string, at = '2026-11-26 10:00:00.123Z') =>
  services.pool.query(
    `insert into operator_log (operator, command, reason, details, at) values ('olga', 'members block', $1, '{"words": "anna"}', $2)`,
    [reason, at],
  );
const reasons = async () => (await auditLogOf(services)).map(({ reason }) => reason);
const findings = async () => (await verifyLedger(services)).findings;

test('what an older version writes while both run is chained once, with its own time', async () => {
  await writeAsBefore('copied by the migration');
  await services.pool.query(`
    insert into audit_log (number, actor, action, subject, reason, after, address, at)
      select 1, 'operator:' || operator, command, '', reason, details, '', at from operator_log`);
  await services.pool.query('update audit_head set number = 1');
  await services.transaction((tx) =>
    writeAudit(tx, services, { actor: 'staff:1', action: 'a', subject: '', reason: 'by this version', address: '' }),
  );
  await writeAsBefore('by the older version');
  await writeAsBefore('finer than a millisecond', '2026-11-26 10:00:01.234567Z');
  await Promise.all([adoptOperatorLog(services), adoptOperatorLog(services)]);
  await adoptOperatorLog(services);
  expect((await reasons()).toSorted()).toEqual([
    'by the older version',
    'by this version',
    'copied by the migration',
    'finer than a millisecond',
  ]);
  const found = (await auditLogOf(services)).find(({ reason }) => reason === 'by the older version');
  expect(found).toMatchObject({
    ...{ number: 3, actor: 'operator:olga', action: 'members block', at: new Date('2026-11-26T10:00:00.123Z') },
    after: { words: 'anna', found_in: 'operator_log' },
    hash: expect.any(Buffer),
  });
  expect(await findings()).toEqual([]);
});

test('an entry that another transaction had open during the migration is found though its number is lower', async () => {
  await services.pool.query(
    `insert into operator_log (id, operator, command, reason, details, at) overriding system value
      values (-7, 'ivan', 'members block', 'was under way', '{}', '2026-11-26 09:00Z')`,
  );
  await adoptOperatorLog(services);
  expect(await reasons()).toContain('was under way');
  expect(await findings()).toEqual([]);
});
