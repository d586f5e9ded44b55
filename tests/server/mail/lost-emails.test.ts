import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { addJobs } from '#server/jobs/add-job.ts';
import { enqueueEmail, sweepMails } from '#server/mail/index.ts';
import { createTestServices } from '../../support/app/services.ts';
import { emailsTo } from '../../support/people/emails.ts';
import { memberOf } from '../../support/app/stage.ts';

const testServices = await createTestServices();
const { services } = testServices;

/** Queues an e-mail that a worker locked `minutesAgo`. */
async function oweTaken(username: string, minutesAgo: number, worker: string): Promise<string> {
  const member = await memberOf(testServices, username);
  await services.transaction((tx) => enqueueEmail(tx, services, member, 'reset'));
  await services.db.execute(sql`
    update graphile_worker._private_jobs
    set locked_at = now() - make_interval(mins => ${minutesAgo}), locked_by = ${worker} where locked_by is null`);
  return member.email;
}

test.each([
  ['invite-staff', { staffId: 1 }],
  ['remove-second-factor', { memberId: 1 }],
] as const)('a killed app holds %s for minutes, not for hours', async (name, payload) => {
  const { db, transaction } = services;
  await transaction((tx) => addJobs(tx, name, [payload]));
  await db.execute(sql`
    update graphile_worker._private_jobs set locked_at = now() - interval '6 minutes', locked_by = ${name}
    where locked_by is null and task_id = (select id from graphile_worker._private_tasks where identifier = ${name})`);
  const held = () => db.execute(sql`select from graphile_worker.jobs where locked_by = ${name}`);
  expect((await held()).rows).toHaveLength(1);
  await sweepMails(services);
  expect((await held()).rows).toEqual([]);
});

test('the e-mail of a killed app is sent minutes later, and one that somebody is at is left to them', async () => {
  const lost = await oweTaken('anna', 6, 'killed');
  const atWork = await oweTaken('ivan', 1, 'busy');
  expect(await emailsTo(testServices, lost)).toEqual([]);
  await sweepMails(services);
  await sweepMails(services);
  expect(await emailsTo(testServices, lost)).toHaveLength(1);
  expect(await emailsTo(testServices, atWork)).toEqual([]);
});
