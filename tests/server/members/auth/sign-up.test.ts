import { eq, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { activate, resendActivation, signUp } from '#contracts/auth.ts';
import { members, referrals, signUps } from '#server/db/schema/index.ts';
import { apiOf, dataOf, newAddress, refusalOf } from '../../../support/app/api.ts';
import { fillSignUp, newGuest, newMember } from '../../../support/people/guests.ts';
import { hashOfCost } from '../../../support/app/hash-of-cost.ts';
import { createTestServices } from '../../../support/app/services.ts';
import { emailsTo, linkIn, tokenIn } from '../../../support/people/emails.ts';

const testServices = await createTestServices();
const { db } = testServices.services;
const api = apiOf(testServices.app);
const open = (token: string) => api.call(activate, { token }, { address: newAddress() });
const answerFor = (email: string) => ({ success: true, data: { email, sign_up: expect.any(String) } });
const send = (form: Parameters<typeof api.call<typeof signUp>>[1]) => api.call(signUp, form, { address: newAddress() });

test('a guest with a link of Anna’s gets an e-mail, and becomes a member of her team by its link', async () => {
  const form = await fillSignUp(api);
  expect(await send(form)).toEqual(answerFor(form.email));
  await expect(memberOf(form.username)).rejects.toThrow();
  const signedUpAt = testServices.clock.now();

  const [mail, ...others] = await emailsTo(testServices, form.email);
  expect(others).toEqual([]);
  expect(mail?.text).toContain(`as ${form.username}, invited by anna.`);
  expect(linkIn(mail?.text ?? '').pathname).toBe('/en/auth/activate');

  testServices.clock.advance(60);
  dataOf(await open(tokenIn(mail)));
  const member = await memberOf(form.username);
  const now = testServices.clock.now();
  expect(member).toMatchObject({ email: form.email, active: false, name: null, language: 'en' });
  expect(member).toMatchObject({ registeredAt: now, activatedAt: now });
  const bonds = await db.select().from(referrals).where(eq(referrals.memberId, member.id));
  expect(bonds).toMatchObject([{ inviterId: member.inviterId, refCode: 'anna', boundAt: signedUpAt, via: 'code' }]);
  expect(await db.$count(signUps, eq(signUps.email, form.email))).toBe(0);
});

test('username and e-mail are kept in their one plain form', async () => {
  const form = await fillSignUp(api, { username: '  Otto.Pay_1-x ', email: ' ＯＴＴＯ@Demo.Example ' });
  expect(await send(form)).toEqual(answerFor('otto@demo.example'));
  expect(await waitingAs('otto.pay_1-x')).toMatchObject({ email: 'otto@demo.example' });
});

test('the password is nowhere as it was typed', async () => {
  const form = await fillSignUp(api, { password: 'Quite-7-unusual-words' });
  await send(form);
  const { rows } = await db.execute(sql`
    select t::text as row from members t union all select t::text from sign_ups t union all select t::text from mails t union all
    select t::text from spent_challenges t union all select t::text from graphile_worker._private_jobs t`);
  expect(JSON.stringify(rows)).not.toContain(form.password);
  expect((await waitingAs(form.username))?.passwordHash).toMatch(hashOfCost(testServices.config.hashCosts.password));
});

test('a taken address is answered like a free one, and its owner gets an e-mail instead', async () => {
  const form = await fillSignUp(api, { email: 'IVAN@demo.example' });
  expect(await send(form)).toEqual(answerFor('ivan@demo.example'));
  await expect(memberOf(form.username)).rejects.toThrow();
  const [mail] = await emailsTo(testServices, 'ivan@demo.example');
  expect(mail?.subject).toBe('You already have an account at Atrium');
  expect(mail?.text).toContain('ivan');
});

test('whoever signed up but never activated gets another activation e-mail', async () => {
  const theirs = await fillSignUp(api);
  dataOf(await api.call(signUp, theirs, { address: newAddress(), language: 'ru' }));
  const subjects = async () => (await emailsTo(testServices, theirs.email)).map(({ subject }) => subject);
  expect(await subjects()).toEqual(['Активируйте аккаунт в Atrium']);
  const again = { ...theirs, bot_check: await api.answer() };
  const other = { ...again, password: 'Other-5-horses', password_repeat: 'Other-5-horses' };
  expect(refusalOf(await send(other))).toBe('invalid');
  expect(refusalOf(await send(again))).toBe('done');
  expect(await subjects()).toEqual(['Активируйте аккаунт в Atrium', 'Activate your Atrium account']);
});

test('who invited somebody stays so, whatever link they follow later', async () => {
  const form = await newMember(api, testServices, { ref: 'priya' });
  const { inviterId, id } = await memberOf(form.username);
  await send({ ...(await fillSignUp(api, { email: form.email })), ref: 'ivan' });
  await send({ ...form, ref: 'ivan', bot_check: await api.answer() });
  expect((await memberOf(form.username)).inviterId).toBe(inviterId);
  expect(await db.select().from(referrals).where(eq(referrals.memberId, id))).toMatchObject([{ refCode: 'priya' }]);
});

test('a form can’t say another way than its code', async () => {
  for (const via of ['operator', 'import', 'code']) {
    const form = { ...(await fillSignUp(api)), via };
    expect(await send(form as never)).toMatchObject({ error: { code: 'invalid' } });
    expect(await db.$count(signUps, eq(signUps.email, form.email))).toBe(0);
  }
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
  expect(answers).toEqual([answerFor(form.email), answerFor(form.email)]);
  expect(await emailsTo(testServices, form.email)).toHaveLength(1);
});

test('the same form five times at once makes one account', async () => {
  const form = await fillSignUp(api);
  const answers = await Promise.all(Array.from({ length: 5 }, () => send(form)));
  expect(answers.map(refusalOf)).toEqual(Array(5).fill('done'));
  expect(await emailsTo(testServices, form.email)).toHaveLength(1);
});

test('twenty sign-ups at once with one address set off three e-mails, and one of them makes a member', async () => {
  const forms = await Promise.all(Array.from({ length: 20 }, () => fillSignUp(api, { email: 'crowd@demo.example' })));
  const answers = await Promise.all(forms.map(send));
  expect(answers.map(refusalOf)).toEqual(Array(20).fill('done'));
  const tokens = (await emailsTo(testServices, 'crowd@demo.example')).map(tokenIn);
  expect(tokens).toHaveLength(3);
  const opened = (await Promise.all([...tokens, ...tokens].map(open))).map(refusalOf);
  expect(opened.filter((answer) => answer === 'done')).toHaveLength(1);
  expect(opened.filter((answer) => answer === 'already_active')).toHaveLength(1);
  expect(opened.filter((answer) => answer === 'activation_link_invalid')).toHaveLength(4);
  expect(await db.$count(members, eq(members.email, 'crowd@demo.example'))).toBe(1);
  expect(await db.$count(signUps, eq(signUps.email, 'crowd@demo.example'))).toBe(0);
});

test('twenty sign-ups at once with one username make one account, and nineteen choose again', async () => {
  const forms = await Promise.all(Array.from({ length: 20 }, () => fillSignUp(api, { username: 'crowd' })));
  const answers = (await Promise.all(forms.map(send))).map(refusalOf);
  expect(answers.filter((answer) => answer === 'done')).toHaveLength(1);
  expect(answers.filter((answer) => answer === 'invalid')).toHaveLength(19);
});

describe('Mallory, who signs up with somebody else’s e-mail first', () => {
  const email = 'victim@demo.example';

  test('gets nothing by what its owner activates: neither the account, nor the inviter, nor the password', async () => {
    const mallory = await fillSignUp(api, { username: 'mallory', email, ref: 'ivan', password: 'Mallory-1-knows' });
    const victim = await fillSignUp(api, { username: 'vera', email, ref: 'priya' });
    expect((await Promise.all([send(mallory), send(victim)])).map(refusalOf)).toEqual(['done', 'done']);
    const emails = await emailsTo(testServices, email);
    const [toMallory, toVera] = ['mallory', 'vera'].map((name) => emails.find(({ text }) => text.includes(name)));
    expect(toMallory?.text).toContain('as mallory, invited by ivan.');
    expect(toVera?.text).toContain('as vera, invited by priya.');

    expect(await open(tokenIn(toVera))).toMatchObject({ data: { username: 'vera' } });
    expect((await memberOf('vera')).inviterId).toBe((await memberOf('priya')).id);
    expect(refusalOf(await open(tokenIn(toMallory)))).toBe('activation_link_invalid');
    await expect(api.signIn('mallory', mallory.password)).rejects.toThrow('wrong_credentials');
    await expect(api.signIn(email, mallory.password)).rejects.toThrow('wrong_credentials');
    expect(await api.signIn(email, victim.password)).toHaveProperty('access');
  });

  test('gets no link by a new one that its owner asks for: each names its account', async () => {
    const address = 'vasya@demo.example';
    await send(await fillSignUp(api, { username: 'vasya', email: address, ref: 'priya' }));
    await send(await fillSignUp(api, { username: 'mallet', email: address, ref: 'ivan' }));
    testServices.clock.advance(25 * 3600);
    await api.call(resendActivation, { email: address, bot_check: await api.answer() }, { address: newAddress() });
    const [, , ...again] = await emailsTo(testServices, address);
    const names = again.map(({ text }) => /as (\w+), invited by (\w+)\./.exec(text)?.slice(1));
    expect(names.toSorted()).toEqual([
      ['mallet', 'ivan'],
      ['vasya', 'priya'],
    ]);
  });

  test.each([1, 2, 3])('loses also when both links are used in the same moment, round %i', async (round) => {
    const address = `twice-${round}@demo.example`;
    const forms = [`first-${round}`, `second-${round}`].map((username) => ({ username, email: address }));
    for (const form of forms) await send(await fillSignUp(api, form));
    const tokens = (await emailsTo(testServices, address)).map(tokenIn);
    const answers = (await Promise.all(tokens.map(open))).map(refusalOf);
    expect(answers.toSorted()).toEqual(['activation_link_invalid', 'done']);
    expect(await db.$count(members, eq(members.email, address))).toBe(1);
  });
});

describe('a username', () => {
  test('is as taken after a sign-up with a taken e-mail as after one with a free one', async () => {
    for (const email of ['ivan@demo.example', 'free@demo.example']) {
      const form = await fillSignUp(api, { email });
      expect(refusalOf(await send(form))).toBe('done');
      const again = await fillSignUp(api, { username: form.username, email: 'other@demo.example' });
      expect(refusalOf(await send(again))).toBe('invalid');
    }
  });

  test('is free again when the last link has run out, and never twice', async () => {
    const early = await newGuest(api, testServices);
    testServices.clock.advance(24 * 3600 - 60);
    await api.call(resendActivation, { email: early.email, bot_check: await api.answer() }, { address: newAddress() });
    const second = tokenIn((await emailsTo(testServices, early.email)).at(-1));
    testServices.clock.advance(3600);
    const late = () => fillSignUp(api, { username: early.username, email: 'late@demo.example' });
    expect(refusalOf(await send(await late()))).toBe('invalid');
    testServices.clock.advance(24 * 3600);
    expect(refusalOf(await send(await late()))).toBe('done');
    expect(refusalOf(await open(second))).toBe('activation_link_invalid');
    const [mail] = await emailsTo(testServices, 'late@demo.example');
    expect(await open(tokenIn(mail))).toMatchObject({ data: { username: early.username } });
  });
});

async function waitingAs(username: string) {
  const [found] = await db.select().from(signUps).where(eq(signUps.username, username));
  return found;
}

async function memberOf(username: string) {
  const [found] = await db.select().from(members).where(eq(members.username, username));
  if (!found) throw new Error(`There is no ${username}.`);
  return found;
}
