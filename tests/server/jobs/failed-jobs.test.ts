import { randomUUID } from 'node:crypto';
import { DrizzleQueryError, sql } from 'drizzle-orm';
import { expect, onTestFinished, test } from 'vitest';
import { tasksOf } from '#server/boot/create-services.ts';
import { addJob } from '#server/jobs/add-job.ts';
import { runJobs } from '#server/jobs/run-jobs.ts';
import { mailboxMailer } from '#server/mail/index.ts';
import { createTestServices } from '../../support/app/services.ts';
import { silentLog } from '../../support/app/silent-log.ts';

const { services } = await createTestServices();

const failedQuery = new DrizzleQueryError(
  'insert into mailed_links values ($1, $2)',
  [Buffer.from([7, 0, 255]), 'anna@demo.example'],
  new Error('Connection terminated'),
);

test.each([
  [
    'a failed query with a zero byte among its values',
    failedQuery,
    'Failed query: insert into mailed_links values ($1, $2)',
  ],
  ['a mail server that answers with a zero byte', new Error('550 no \0such mailbox'), '550 no such mailbox'],
  ['half a pair of surrogates', new Error('550 \ud83d'), '550 \ufffd'],
  ['what aborts a task', new DOMException('told \0to stop', 'AbortError'), 'told to stop'],
  ['what is no error', 'a \0word', 'a word'],
])('%s fails its job and nothing else, and no value is kept', async (_, thrown, words) => {
  const mailId = randomUUID();
  const failing = async () => {
    throw thrown;
  };
  const tasks = { ...tasksOf(services, mailboxMailer(services.db, services.clock)), 'send-mail': failing };
  const runner = await runJobs(services.pool, tasks, silentLog);
  onTestFinished(() => runner.stop());
  await addJob(services.db, 'send-mail', { mailId });
  const failed = async () => {
    const { rows } = await services.db.execute(sql`
      select last_error from graphile_worker._private_jobs where payload->>'mailId' = ${mailId}`);
    return rows;
  };
  await expect.poll(failed).toEqual([{ last_error: words }]);
});
