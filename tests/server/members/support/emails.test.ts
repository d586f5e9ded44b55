import { expect, test } from 'vitest';
import { translator } from '#i18n/translator.ts';
import { runCommand } from '#server/operator/run-command.ts';
import { apiOf, dataOf } from '../../../support/app/api.ts';
import { askerOf } from '../../../support/people/asker.ts';
import { createTestServices } from '../../../support/app/services.ts';
import { emailsTo } from '../../../support/people/emails.ts';

const testServices = await createTestServices();
const { services, app, clock } = testServices;
const api = apiOf(app);
const asker = async (username: string) => askerOf(api, (await api.signIn(username)).access);
const answer = (number: string, text: string) =>
  runCommand(services, ['support', 'answer', number, '--text', text, '--why', 'asked'], 'olga');
const MESSAGE = 'Hello,\n<b>where</b> is {{product}} $t(mail:footer)?';

test('a copy comes to who wants one, with number and message, in their language', async () => {
  const jonas = await asker('jonas');
  const { number } = dataOf(await jonas.ask({ message: MESSAGE, send_email: true }));
  const [email] = await emailsTo(testServices, 'jonas@demo.example');
  expect(email?.subject).toBe(translator('de')('mail:support_received.subject', { product: 'Atrium', number }));
  expect(email?.text).toContain(`\n\n${MESSAGE}\n\n`);
  expect(email?.text).toContain('/de/dashboard/support');
  expect(email?.html).toContain('&lt;b&gt;where');
  expect(email?.html).not.toContain('<b>');
});

test('nobody else gets one', async () => {
  const marie = await asker('marie');
  dataOf(await marie.ask({ message: MESSAGE }));
  dataOf(await marie.ask({ message: MESSAGE, send_email: false }));
  expect(await emailsTo(testServices, 'marie@demo.example')).toEqual([]);
});

test('every answer comes as an e-mail of its own, with the answer it was queued for', async () => {
  const priya = await asker('priya');
  const { number } = dataOf(await priya.ask());
  await answer(number, 'First answer.');
  clock.advance(60);
  await answer(number, 'Second answer.');
  const emails = await emailsTo(testServices, 'priya@demo.example');
  const subject = translator('tamil')('mail:support_answered.subject', { product: 'Atrium', number });
  expect(emails.map((email) => email.subject)).toEqual([subject, subject]);
  const texts = emails.map(({ text }) => text).toSorted();
  expect(texts[0]).toContain('First answer.');
  expect(texts[0]).not.toContain('Second answer.');
  expect(texts[1]).toContain('Second answer.');
  expect(texts[1]).toContain('/tamil/dashboard/support');
});
