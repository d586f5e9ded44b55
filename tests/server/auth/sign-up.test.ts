import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { signUp } from '#contracts/auth.ts';
import { mails, members, referrals } from '#server/db/schema/index.ts';
import { apiOf, newAddress, refusalOf } from '../../support/api.ts';
import { fillSignUp } from '../../support/guests.ts';
import { openTestHouse } from '../../support/house.ts';
import { lettersTo, linkIn } from '../../support/letters.ts';

const testHouse = await openTestHouse();
const { db } = testHouse.house;
const api = apiOf(testHouse.app);
const send = (form: Parameters<typeof api.call<typeof signUp>>[1]) => api.call(signUp, form, { address: newAddress() });

test('a guest with a link of Anna’s becomes a member of her team and is owed the activation letter', async () => {
  const form = await fillSignUp(api);
  expect(await send(form)).toEqual({ success: true, data: { email: form.email } });

  const member = await memberOf(form.username);
  expect(member).toMatchObject({ email: form.email, active: false, activatedAt: null, name: null, language: 'en' });
  const bonds = await db.select().from(referrals).where(eq(referrals.memberId, member.id));
  expect(bonds).toMatchObject([{ inviterId: member.inviterId, refCode: 'anna', boundAt: testHouse.clock.now() }]);
  const owed = await db.select().from(mails).where(eq(mails.memberId, member.id));
  expect(owed).toMatchObject([{ kind: 'activation', language: 'en', sentAt: null }]);

  const [letter, ...others] = await lettersTo(testHouse, form.email);
  expect(others).toEqual([]);
  expect(linkIn(letter?.text ?? '').pathname).toBe('/en/auth/activate');
});

test('username and e-mail are kept in their one plain form', async () => {
  const form = await fillSignUp(api, { username: '  Otto.Pay_1-x ', email: ' ＯＴＴＯ@Demo.Example ' });
  expect(await send(form)).toEqual({ success: true, data: { email: 'otto@demo.example' } });
  expect(await memberOf('otto.pay_1-x')).toMatchObject({ email: 'otto@demo.example' });
});

test('the password is nowhere as it was typed', async () => {
  const form = await fillSignUp(api, { password: 'Quite-7-unusual-words' });
  await send(form);
  const { rows } = await db.execute(sql`
    select t::text as row from members t union all select t::text from mails t union all
    select t::text from spent_challenges t union all select t::text from graphile_worker._private_jobs t`);
  expect(JSON.stringify(rows)).not.toContain(form.password);
  expect((await memberOf(form.username)).passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
});

test('a taken e-mail is answered like a free one, and its owner gets a letter instead', async () => {
  const form = await fillSignUp(api, { email: 'IVAN@demo.example' });
  expect(await send(form)).toEqual({ success: true, data: { email: 'ivan@demo.example' } });
  await expect(memberOf(form.username)).rejects.toThrow();
  const [letter] = await lettersTo(testHouse, 'ivan@demo.example');
  expect(letter?.subject).toBe('У вас уже есть аккаунт в Atrium');
  expect(letter?.text).toContain('ivan');
});

test('whoever signed up but never activated gets another activation letter', async () => {
  await send(await fillSignUp(api, { email: 'lena@demo.example' }));
  const [letter] = await lettersTo(testHouse, 'lena@demo.example');
  expect(letter?.subject).toBe('Активируйте аккаунт в Atrium');
});

test('who invited somebody stays so, whatever link they follow later', async () => {
  const form = await fillSignUp(api, { ref: 'priya' });
  await send(form);
  const { inviterId, id } = await memberOf(form.username);
  await send({ ...(await fillSignUp(api, { email: form.email })), ref: 'ivan' });
  await send({ ...form, ref: 'ivan', bot_check: await api.answer() });
  expect((await memberOf(form.username)).inviterId).toBe(inviterId);
  expect(await db.select().from(referrals).where(eq(referrals.memberId, id))).toMatchObject([{ refCode: 'priya' }]);
});

test('a taken username is told, and the same bot check serves for the next name', async () => {
  const form = await fillSignUp(api, { username: 'Anna' });
  const refused = await send(form);
  expect(refused).toMatchObject({
    success: false,
    error: { status: 422, code: 'invalid', fields: { username: ['This username is taken. Choose another one.'] } },
  });
  expect(refusalOf(await send({ ...form, username: 'anna-the-second' }))).toBe('done');
});

test('the same form twice makes one account and is answered the same', async () => {
  const form = await fillSignUp(api);
  const answers = [await send(form), await send(form)];
  expect(answers).toEqual([answers[0], answers[0]]);
  expect(refusalOf(answers[0]!)).toBe('done');
  expect(await lettersTo(testHouse, form.email)).toHaveLength(1);
});

test('the same form five times at once makes one account', async () => {
  const form = await fillSignUp(api);
  const answers = await Promise.all(Array.from({ length: 5 }, () => send(form)));
  expect(answers.map(refusalOf)).toEqual(Array(5).fill('done'));
  expect(await lettersTo(testHouse, form.email)).toHaveLength(1);
});

test('twenty sign-ups at once with one e-mail make one account', async () => {
  const forms = await Promise.all(Array.from({ length: 20 }, () => fillSignUp(api, { email: 'crowd@demo.example' })));
  const answers = await Promise.all(forms.map(send));
  expect(answers.map(refusalOf)).toEqual(Array(20).fill('done'));
  expect(await db.select().from(members).where(eq(members.email, 'crowd@demo.example'))).toHaveLength(1);
  expect((await lettersTo(testHouse, 'crowd@demo.example')).length).toBeLessThanOrEqual(3);
});

test('twenty sign-ups at once with one username make one account, and nineteen choose again', async () => {
  const forms = await Promise.all(Array.from({ length: 20 }, () => fillSignUp(api, { username: 'crowd' })));
  const answers = (await Promise.all(forms.map(send))).map(refusalOf);
  expect(answers.filter((answer) => answer === 'done')).toHaveLength(1);
  expect(answers.filter((answer) => answer === 'invalid')).toHaveLength(19);
});

test('the eleventh sign-up within an hour from one address waits', async () => {
  const address = newAddress();
  const form = await fillSignUp(api, { ref: 'nobody-has-this' });
  for (let tries = 0; tries < 10; tries += 1) await api.call(signUp, form, { address });
  expect(await api.call(signUp, form, { address })).toMatchObject({
    error: { status: 429, code: 'too_often', retryAfterSeconds: 3600 },
  });
  expect(refusalOf(await send(form))).toBe('invalid');
});

async function memberOf(username: string) {
  const [found] = await db.select().from(members).where(eq(members.username, username));
  if (!found) throw new Error(`There is no ${username}.`);
  return found;
}
