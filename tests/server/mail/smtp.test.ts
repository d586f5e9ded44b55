import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { and, eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { activate, confirmReset, requestReset, signUp } from '#contracts/auth.ts';
import { readConfig } from '#server/base/config.ts';
import { mails, members } from '#server/db/schema/index.ts';
import { sendMail, smtpMailer } from '#server/mail/index.ts';
import { afterwards } from '../../support/afterwards.ts';
import { apiOf, newAddress, refusalOf } from '../../support/app/api.ts';
import { fillSignUp, GUEST_PASSWORD } from '../../support/people/guests.ts';
import { createTestServices } from '../../support/app/services.ts';
import { linkIn } from '../../support/people/emails.ts';
import { openMailServer, readEmail } from '../../support/world/smtp.ts';

const mailServer = await openMailServer();
const config = readConfig({ MAIL_FROM: 'Атриум <hello@atrium.example>', PUBLIC_ORIGIN: 'https://atrium.example' });
const mailer = smtpMailer(mailServer.url, config);
const testServices = await createTestServices({ mailer });
const api = apiOf(testServices.app);

const arrivedFor = (email: string) => mailServer.emails.filter(({ to }) => to.includes(email));
const ask = async (email: string) =>
  api.call(requestReset, { email, bot_check: await api.answer() }, { address: newAddress() });

test('a guest signs up, the e-mail arrives by SMTP, and its link activates', async () => {
  const form = await fillSignUp(api);
  await api.call(signUp, form, { address: newAddress(), language: 'ru' });
  await testServices.runJobs();
  const [mail, ...others] = arrivedFor(form.email);
  expect(others).toEqual([]);
  expect(mail?.to).toEqual([form.email]);

  const { head, text, html } = readEmail(mail!);
  expect(head).toMatch(/^From: .*<hello@atrium\.example>$/m);
  expect(head).toMatch(/^Auto-Submitted: auto-generated$/m);
  const link = linkIn(text);
  expect(html).toContain(link.href.replace('&', '&amp;'));
  expect(text).toMatch(/^Здравствуйте, guest-/);
  expect(refusalOf(await api.call(activate, { token: link.searchParams.get('token') ?? '' }))).toBe('done');
  expect(await api.signIn(form.username, GUEST_PASSWORD)).toHaveProperty('access');
});

test.each<[string, (socket: Socket) => void]>([
  ['never greets', () => {}],
  ['greets and falls silent', (socket) => void socket.write('220 here\r\n')],
])('a mail server that %s is given up on', async (_, answer) => {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  afterwards(() => server.close());
  const { port } = server.address() as AddressInfo;
  const limitsMs = { connectionTimeout: 1_000, greetingTimeout: 200, socketTimeout: 200 };
  const impatient = smtpMailer(`smtp://127.0.0.1:${port}`, config, limitsMs);
  const mail = { id: 'one', to: 'anna@demo.example', subject: 'Hello', text: 'Hello', html: '<p>Hello</p>' };
  await expect(impatient.deliver(mail)).rejects.toThrow(/timeout|Greeting never received/i);
});

test('whom a mail server refuses is read by staff beside the e-mail, and stands in no line of the log', async () => {
  const strict = await openMailServer({ refuse: ({ address }) => `5.1.1 <${address}> is unknown\n at ${address}` });
  const lines: unknown[][] = [];
  const refused = await createTestServices({
    mailer: smtpMailer(strict.url, config),
    log: (...line) => lines.push(line),
  });
  const form = await fillSignUp(apiOf(refused.app));
  await apiOf(refused.app).call(signUp, form, { address: newAddress() });
  await refused.runJobs();
  expect(lines.filter(([, event]) => event === 'job')).toEqual([
    ['error', 'job', expect.objectContaining({ code: 'EENVELOPE', status: 550, error: 'The e-mail was not taken.' })],
  ]);
  expect(JSON.stringify(lines)).not.toMatch(/guest-|unknown/);
  const { rows } = await refused.services.db.execute(sql`select last_error from graphile_worker.jobs`);
  expect(rows).toMatchObject([{ last_error: expect.stringContaining(`<${form.email}> is unknown`) }]);
});

test('while the mail server is closed the e-mail is still owed, and it is sent once when it opens', async () => {
  const closed = await openMailServer();
  await closed.close();
  const later = await createTestServices({
    mailer: { deliver: (mail) => (isOpen ? mailer : smtpMailer(closed.url, config)).deliver(mail) },
  });
  let isOpen = false;
  const laterApi = apiOf(later.app);
  const form = await fillSignUp(laterApi);
  await laterApi.call(signUp, form, { address: newAddress() });
  await later.runJobs();
  expect(await later.services.db.select().from(mails)).toMatchObject([{ kind: 'activation', sentAt: null }]);
  expect(arrivedFor(form.email)).toEqual([]);

  isOpen = true;
  const work = async () => {
    await later.runJobs();
    return arrivedFor(form.email).length;
  };
  await expect.poll(work, { timeout: 20_000 }).toBe(1);
  await later.runJobs();
  const [mail] = arrivedFor(form.email);
  expect(arrivedFor(form.email)).toHaveLength(1);
  const token = linkIn(readEmail(mail!).text).searchParams.get('token') ?? '';
  expect(refusalOf(await laterApi.call(activate, { token }))).toBe('done');
});

test('the same job twice sends one e-mail', async () => {
  await ask('ivan@demo.example');
  await testServices.runJobs();
  const [mail] = await testServices.services.db.select().from(mails).where(eq(mails.kind, 'reset'));
  await sendMail(testServices.services, mailer, { mailId: mail!.id });
  await sendMail(testServices.services, mailer, { mailId: mail!.id });
  expect(arrivedFor('ivan@demo.example')).toHaveLength(1);
});

test.each([
  ['first', 'marie'],
  ['second', 'jonas'],
])('an e-mail sent again after a crash carries the same Message-ID, and its %s link works', async (which, username) => {
  const { db } = testServices.services;
  const [member] = await db.select().from(members).where(eq(members.username, username));
  await ask(member!.email);
  await testServices.runJobs();
  const isItsReset = and(eq(mails.kind, 'reset'), eq(mails.memberId, member!.id));
  const [mail] = await db.update(mails).set({ sentAt: null }).where(isItsReset).returning();
  await sendMail(testServices.services, mailer, { mailId: mail!.id });
  const withItsId = mailServer.emails.filter(({ raw }) => raw.includes(`Message-ID: <${mail!.id}@atrium.example>`));
  expect(withItsId).toHaveLength(2);
  expect(arrivedFor(member!.email)).toEqual(withItsId);

  const tokens = withItsId.map((sent) => linkIn(readEmail(sent).text).searchParams.get('token') ?? '');
  expect(new Set(tokens).size).toBe(2);
  const token = tokens[which === 'first' ? 0 : 1] ?? '';
  const form = { token, password: 'Green-5-apples', password_repeat: 'Green-5-apples' };
  expect(refusalOf(await api.call(confirmReset, form))).toBe('done');
});

test('a job for an e-mail that is not there does nothing', async () => {
  const before = mailServer.emails.length;
  await sendMail(testServices.services, mailer, { mailId: crypto.randomUUID() });
  expect(mailServer.emails).toHaveLength(before);
});
