import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { approveOne, rejectOne } from '#contracts/console/withdrawals.ts';
import { chooseOwnAlerts, listOwnAlerts } from '#contracts/console/alerts.ts';
import { writeAudit } from '#server/audit/index.ts';
import { readConfig } from '#server/base/config.ts';
import { staff } from '#server/db/schema/index.ts';
import { addJob } from '#server/jobs/add-job.ts';
import { smtpMailer } from '#server/mail/index.ts';
import { tellStaff } from '#server/operator/alerts/index.ts';
import { dataOf } from '../../../support/app/api.ts';
import { createTestServices } from '../../../support/app/services.ts';
import { giveQuestion } from '../../../support/people/questions.ts';
import { emailOf, openConsole } from '../../../support/people/staff.ts';
import { requestedWithdrawals } from '../../../support/people/withdraw.ts';
import { openMailServer, readEmail } from '../../../support/world/smtp.ts';

const mailServer = await openMailServer();
const served = await createTestServices({ mailer: smtpMailer(mailServer.url, readConfig({})) });
const { services, clock, runJobs } = served;
const console_ = await openConsole(served);
const stage = { origin: '', services };

const QUARTER = 15 * 60;
const STAFF_NAMES = ['olga', 'oscar', 'fiona', 'artur', 'sam', 'kira'];

/** E-mails of this round, by member of staff. */
async function told(): Promise<Record<string, string[]>> {
  const before = mailServer.emails.length;
  await tellStaff(services);
  await runJobs();
  const arrived = mailServer.emails.slice(before);
  const entries = STAFF_NAMES.map((name) => {
    const own = arrived.filter(({ to }) => to.includes(emailOf(name)));
    return [name, own.map((mail) => readEmail(mail).text.split(/\r?\n\r?\n/)[1] ?? '')] as const;
  });
  return Object.fromEntries(entries.filter(([, texts]) => texts.length > 0));
}

const names = async () => Object.keys(await told());

/** As the command does it. */
const noteBackup = () =>
  services.transaction((tx) =>
    writeAudit(tx, services, {
      ...{ actor: 'operator:timer', action: 'backup', subject: 'backup:x', reason: '', address: '' },
      after: { bytes: '1', taken_at: clock.now().toISOString() },
    }),
  );

test('withdrawals that wait reach those who decide on them, once, gathered, and nobody else', async () => {
  const ids = await requestedWithdrawals(served, 2, '150');
  await Promise.all([tellStaff(services), tellStaff(services), tellStaff(services)]);
  const { olga, ...others } = await told();
  expect(Object.keys(others)).toEqual(['oscar', 'fiona', 'artur']);
  expect(others['fiona']).toEqual([expect.stringMatching(/^2 withdrawals wait for approval: 300\.00 USDT\. /)]);
  expect(olga).toEqual([expect.stringMatching(/^2 вывода ждут одобрения: 300[.,]00 USDT\. /)]);
  const mail = mailServer.emails.find(({ to }) => to.includes(emailOf('fiona')));
  const { text, html } = readEmail(mail!);
  expect(text).toContain('/operator/withdrawals?state=requested');
  expect([text, html].join(' ')).not.toMatch(/anna/i);
  expect(await names()).toEqual([]);

  await requestedWithdrawals(served, 1, '200');
  expect(await names()).toEqual([]);
  clock.advance(QUARTER);
  expect((await told())['artur']).toEqual([expect.stringMatching(/^3 withdrawals wait for approval: 500\.00 USDT/)]);
  clock.advance(QUARTER);
  expect(await names()).toEqual([]);

  // Decided before the digest: nothing waits any more.
  const fiona = await console_.signIn('fiona');
  const [late = ''] = await requestedWithdrawals(served, 1, '120');
  for (const id of [...ids, late]) dataOf(await fiona.call(rejectOne, { id, said: 'Please ask again.', reason: 'x' }));
  expect(await names()).toEqual([]);
});

test('an approval is told to everybody who may give it but the one who prepared it', async () => {
  const artur = await console_.signIn('artur');
  const [id = ''] = await requestedWithdrawals(served, 1, '1000');
  dataOf(await artur.call(approveOne, { id, reason: 'by phone' }));
  const arrived = await told();
  const approvals = Object.entries(arrived).filter(([, texts]) => texts.some((text) => /second|второго/.test(text)));
  expect(approvals.map(([name]) => name)).toEqual(['olga', 'oscar']);
});

test('who has chosen otherwise, or has lost the role meanwhile, is left alone', async () => {
  const sam = await console_.signIn('sam');
  expect(dataOf(await sam.call(listOwnAlerts, {})).items).toEqual([{ kind: 'support', is_on: true }]);
  await giveQuestion(stage, 'anna');
  expect(await names()).toEqual(['olga', 'oscar', 'sam']);
  expect(dataOf(await sam.call(chooseOwnAlerts, { on: ['job'] })).items).toEqual([{ kind: 'support', is_on: false }]);
  clock.advance(QUARTER);
  await giveQuestion(stage, 'ivan');
  await tellStaff(services);
  const isOscar = eq(staff.email, emailOf('oscar'));
  await services.db.update(staff).set({ role: 'content' }).where(isOscar);
  expect(await names()).toEqual(['olga']);
  await services.db.update(staff).set({ role: 'owner' }).where(isOscar);
  dataOf(await sam.call(chooseOwnAlerts, { on: ['support'] }));
  expect((await told())['sam']).toEqual([expect.stringMatching(/^2 support requests are open/)]);
});

test('a job that has failed for good and a missing backup are told to owners, the backup once a day', async () => {
  await services.transaction((tx) => addJob(tx, 'prepare-export', { memberId: 1 }));
  await services.db.execute(sql`
    update graphile_worker._private_jobs set attempts = max_attempts, last_error = 'x', run_at = now() - interval '1 day'
    where task_id = (select id from graphile_worker._private_tasks where identifier = 'prepare-export')`);
  expect((await told())['oscar']).toEqual([expect.stringMatching(/^1 job has failed/)]);
  await noteBackup();
  clock.advance(25 * 60 * 60);
  expect(await names()).toEqual([]);
  clock.advance(60 * 60);
  expect(await told()).toMatchObject({
    oscar: [expect.stringMatching(/^No recent backup/)],
    olga: [expect.any(String)],
  });
  clock.advance(23 * 60 * 60);
  expect(await names()).toEqual([]);
  clock.advance(60 * 60);
  expect(await names()).toEqual(['olga', 'oscar']);
  await noteBackup();
  clock.advance(60 * 60);
  expect(await names()).toEqual([]);
});
