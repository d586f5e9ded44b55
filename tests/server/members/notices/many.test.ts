import { and, eq, sql } from 'drizzle-orm';
import { beforeEach, expect, test, vi } from 'vitest';
import { postAccruals, reverseAccrualBatch } from '#server/members/accruals/index.ts';
import { connect } from '#server/db/connect.ts';
import { mailbox, mails, members, notices } from '#server/db/schema/index.ts';
import type { Services } from '#server/api/services.ts';
import { mailboxMailer, sendMail } from '#server/mail/index.ts';
import { everyday } from '../../../support/everyday.ts';
import { brokenInvariants } from '../../../support/db/invariants.ts';
import { createCrowdedServices } from '../team/crowded-services.ts';
import { idOf } from './received.ts';

vi.setConfig({ testTimeout: 120_000 });

const CROWD = everyday(3_000, 10_000);
const testServices = await createCrowdedServices({ root: CROWD });
const { databaseUrl } = testServices;
let statements = 0;
const patient = connect(databaseUrl, 2, { statement: 60_000 });
patient.pool.on('connect', (client) => {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown;
  client.query = ((...args: unknown[]) => {
    statements += 1;
    return query(...args);
  }) as typeof client.query;
});
const services: Services = { ...testServices.services, ...patient };

const { rows: crowd } = await services.db.execute<{ username: string }>(
  sql`select username from members order by id desc limit ${CROWD}`,
);
const lines = crowd.map(({ username }, index) => {
  return { username, amount: '0.25', reason: 'earnings', source: '', document: `A-${index}` };
});
const post = (batch: string, { some = lines, dryRun = false } = {}) =>
  services.transaction((tx) =>
    postAccruals(tx, services, { batch, lines: [...some, ...some.slice(0, 2)], dryRun, again: true }),
  );
const first = crowd[0]?.username ?? '';

beforeEach(async () => {
  await services.db.delete(notices);
  await services.db.delete(mails);
  await services.db.delete(mailbox);
  await services.db.execute(sql`truncate graphile_worker._private_jobs`);
});

test(`a batch for ${CROWD} members tells each of them once, by few statements, and again when it is taken back`, async () => {
  await services.db
    .update(members)
    .set({ unwantedMails: ['accrual-posted'] })
    .where(eq(members.username, crowd[2]?.username ?? ''));
  await post('crowd', { dryRun: true });
  expect([await services.db.$count(notices), await services.db.$count(mails)]).toEqual([0, 0]);

  statements = 0;
  expect(await post('crowd')).toMatchObject({ state: 'posted', lineCount: CROWD + 2 });
  expect(statements).toBeLessThan(130);
  expect(await post('crowd')).toMatchObject({ state: 'posted_before' });

  const told = await services.db.select().from(notices);
  expect([told.length, new Set(told.map(({ memberId }) => memberId)).size]).toEqual([CROWD, CROWD]);
  const memberId = await idOf(services, first);
  // Two lines for one member make one notice with their sum.
  expect(told.find((notice) => notice.memberId === memberId)).toMatchObject({ kind: 'accrual-posted', about: '0.50' });
  expect(await services.db.$count(mails)).toBe(CROWD - 1);
  const { rows: jobs } = await services.db.execute(sql`
    select task_identifier, priority, count(*)::integer as count from graphile_worker.jobs group by 1, 2`);
  expect(jobs).toEqual([{ task_identifier: 'send-mail', priority: 20, count: CROWD - 1 }]);

  const taken = await services.transaction((tx) => reverseAccrualBatch(tx, services, { batch: 'crowd' }));
  expect(taken).toMatchObject({ state: 'reversed', lineCount: CROWD + 2 });
  const reversed = and(eq(notices.memberId, memberId), eq(notices.kind, 'accrual-reversed'));
  expect(await services.db.select().from(notices).where(reversed)).toMatchObject([{ about: '0.50' }]);
  expect(await services.db.$count(notices, eq(notices.kind, 'accrual-reversed'))).toBe(CROWD);
  expect(await brokenInvariants(services.db)).toEqual([]);
});

test('each e-mail says how much', async () => {
  await post('few', { some: lines.slice(0, 2) });
  const memberId = await idOf(services, first);
  const { rows } = await services.db.execute<{ payload: { mailId: string; noticeId: number } }>(sql`
    select payload from graphile_worker._private_jobs
    where payload->>'mailId' = (select id::text from mails where member_id = ${memberId})`);
  await sendMail(services, mailboxMailer(services.db, services.clock), rows[0]!.payload);
  const [email] = await services.db.select().from(mailbox);
  expect(email?.subject).toMatch(/0.50[ \u00A0]USDT/);
  expect(email?.text).toContain('/dashboard/finance');
});

test('a batch with a wrong line tells nobody', async () => {
  const before = await services.db.$count(notices);
  const wrong = { username: first, amount: '-1', reason: 'earnings', source: '', document: 'A' };
  const refused = await services.transaction((tx) =>
    postAccruals(tx, services, { batch: 'wrong', lines: [...lines.slice(0, 3), wrong], dryRun: false }),
  );
  expect(refused).toHaveProperty('faults');
  expect(await services.db.$count(notices)).toBe(before);
});
