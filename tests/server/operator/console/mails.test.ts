import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { listMails, sendMailAgain } from '#contracts/console/mails.ts';
import { mails, members } from '#server/db/schema/index.ts';
import { mailboxMailer, type Mailer } from '#server/mail/index.ts';
import { notify } from '#server/members/notices/index.ts';
import { runCommand } from '#server/operator/run-command.ts';
import { dataOf, refusalOf } from '../../../support/app/api.ts';
import { emailsTo } from '../../../support/people/emails.ts';
import { createTestServices } from '../../../support/app/services.ts';
import { openConsole } from '../../../support/people/staff.ts';

/** While it is not empty, the mail server refuses with it. */
let refusal = '';
const mailer: Mailer = {
  deliver(mail) {
    if (refusal !== '') throw new Error(refusal);
    return mailboxMailer(served.services.db, served.services.clock).deliver(mail);
  },
};
const served = await createTestServices({ mailer });
const { services, runJobs } = served;
const console_ = await openConsole(served);
const sam = await console_.signIn('sam');
const reason = 'they called';

const tell = async (kind: 'pin-set' | 'new-device' | 'email-changed', about?: string) => {
  const [anna] = await services.db.select().from(members).where(eq(members.username, 'anna'));
  await services.transaction((tx) => notify(tx, services, anna!, kind, about));
};
const list = async (input: Record<string, string>) => dataOf(await sam.call(listMails, input));
const emails = () => emailsTo(served, 'anna@demo.example');
const again = (id: string, more: { even_if_sent?: boolean } = {}) => sam.call(sendMailAgain, { id, reason, ...more });

test('an e-mail waits, fails with what the mail server said, is sent on demand, and stands among the sent', async () => {
  await tell('pin-set');
  const [waiting] = (await list({})).items;
  expect(waiting).toMatchObject({ kind: 'pin-set', username: 'anna', state: 'waiting', attempts: 0, error: null });
  const id = waiting!.id;
  refusal = '450 mailbox <b>busy</b>';
  await runJobs();
  expect((await list({ state: 'failed' })).items).toMatchObject([{ id, state: 'failed', attempts: 1, error: refusal }]);
  // Delays the retry, which would otherwise be due within seconds.
  await services.db.execute(sql`update graphile_worker._private_jobs set run_at = now() + interval '1 hour'`);
  refusal = '';
  await runJobs();
  expect(await emails()).toEqual([]);
  await Promise.all([again(id), again(id)]);
  expect((await list({ state: 'failed' })).items).toEqual([]);
  expect(await emails()).toHaveLength(1);
  expect((await list({ state: 'sent' })).items).toMatchObject([{ id, state: 'sent', error: null, next_at: null }]);
  expect((await list({})).items).toEqual([]);
  expect((await console_.log())[0]).toMatchObject({ action: 'mails send-again', subject: 'member:anna', reason });
});

test('what was sent goes again only when that is said, once for two presses', async () => {
  await tell('pin-set');
  await emails();
  const [sent] = (await list({ state: 'sent' })).items;
  const { id } = sent!;
  expect(refusalOf(await again(id))).toBe('mail_sent');
  const before = (await emails()).length;
  await Promise.all([again(id, { even_if_sent: true }), again(id, { even_if_sent: true })]);
  expect(await emails()).toHaveLength(before + 1);
  expect(await runCommand(services, ['mails', 'send-again', id, '--why', 'x'], 'olga')).toHaveProperty('refused');
  await runCommand(services, ['mails', 'send-again', id, '--even-if-sent', '--why', 'x'], 'olga');
  expect(await emails()).toHaveLength(before + 2);
});

test('an e-mail whose notice says what it is about says the same again; one to a forgotten address can’t', async () => {
  await tell('new-device', 'Firefox, Linux');
  await tell('email-changed');
  await emails();
  const sent = await services.db.select().from(mails);
  const of = (kind: string) => sent.find((mail) => mail.kind === kind)!.id;
  dataOf(await again(of('new-device'), { even_if_sent: true }));
  const [, copy] = (await emails()).filter(({ text }) => text.includes('Firefox, Linux'));
  expect(copy).toBeDefined();
  expect(refusalOf(await again(of('email-changed'), { even_if_sent: true }))).toBe('mail_void');
});

test('the list goes on page by page, and nobody else reads it', async () => {
  for (let count = 0; count < 3; count += 1) await tell('pin-set');
  const first = await list({ limit: '2' });
  const rest = await list({ limit: '2', cursor: first.next ?? '' });
  expect([first.items.length, rest.items.length, rest.next]).toEqual([2, 1, null]);
  await runJobs();
  const seen: string[] = [];
  for (let cursor = ''; ;) {
    const page = await list({ state: 'sent', limit: '2', cursor });
    seen.push(...page.items.map(({ id }) => id));
    if (page.next === null) break;
    cursor = page.next;
  }
  expect(new Set(seen).size).toBe(await services.db.$count(mails));
  expect(refusalOf(await again('x'))).toBe('not_found');
  const kira = await console_.signIn('kira');
  expect(refusalOf(await kira.call(listMails, {}))).toBe('not_able');
  const fiona = await console_.signIn('fiona');
  expect(refusalOf(await fiona.call(sendMailAgain, { id: seen[0]!, reason }))).toBe('not_able');
});
