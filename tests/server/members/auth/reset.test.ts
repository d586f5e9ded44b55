import { expect, test } from 'vitest';
import { confirmReset, refreshSession, requestReset } from '#contracts/auth.ts';
import { getProfile } from '#contracts/profile.ts';
import { listSecurityEvents, signInByCode } from '#contracts/second-factor.ts';
import { apiOf, dataOf, newAddress, refusalOf } from '../../../support/app/api.ts';
import { beginSignIn, switchOn } from '../../../support/people/factor.ts';
import { GUEST_PASSWORD, newGuest, newMember } from '../../../support/people/guests.ts';
import { createTestServices } from '../../../support/app/services.ts';
import { emailsTo, tokenIn } from '../../../support/people/emails.ts';

const testServices = await createTestServices();
const api = apiOf(testServices.app);

const NEW_PASSWORD = 'Green-5-apples';
const ask = async (email: string) =>
  api.call(requestReset, { email, bot_check: await api.answer() }, { address: newAddress() });
const confirm = (token: string, password = NEW_PASSWORD, password_repeat = password) =>
  api.call(confirmReset, { token, password, password_repeat }, { address: newAddress() });

async function resetLink(email: string): Promise<string> {
  await ask(email);
  return tokenIn((await emailsTo(testServices, email)).at(-1));
}

test('a link sets a new password, ends every session, opens none, and says so by e-mail', async () => {
  const { username, email } = await newMember(api, testServices);
  const sessions = [await api.signIn(username, GUEST_PASSWORD), await api.signIn(username, GUEST_PASSWORD)];
  const others = await api.signIn('anna');

  expect(await confirm(await resetLink(email))).toEqual({ success: true, data: {} });

  for (const { access, refresh } of sessions) {
    expect(refusalOf(await api.call(getProfile, {}, { bearer: access }))).toBe('no_session');
    expect(refusalOf(await api.call(refreshSession, { refresh }))).toBe('session_ended');
  }
  expect(refusalOf(await api.call(getProfile, {}, { bearer: others.access }))).toBe('done');
  await expect(api.signIn(username, GUEST_PASSWORD)).rejects.toThrow('wrong_credentials');
  expect(await api.signIn(username, NEW_PASSWORD)).toHaveProperty('access');
  const subjects = (await emailsTo(testServices, email)).map(({ subject }) => subject);
  expect(subjects.at(-1)).toBe('Your Atrium password was changed');
  const { access } = await api.signIn(username, NEW_PASSWORD);
  const events = dataOf(await api.call(listSecurityEvents, {}, { bearer: access })).items;
  expect(events.map(({ kind }) => kind)).toContain('password-reset');
});

test('a password that everybody has is refused at its field, and the link stays', async () => {
  const { email } = await newMember(api, testServices);
  const token = await resetLink(email);
  expect(await confirm(token, 'Password-1')).toMatchObject({
    error: { status: 422, code: 'invalid', fields: { password: [expect.stringMatching(/common/i)] } },
  });
  expect(refusalOf(await confirm(token))).toBe('done');
});

test('a link takes no second factor away: the new password alone opens nothing', async () => {
  const { username, email } = await newMember(api, testServices);
  const { access } = await api.signIn(username, GUEST_PASSWORD);
  const { code } = await switchOn(api, testServices, access);
  expect(refusalOf(await confirm(await resetLink(email)))).toBe('done');
  const pending = await beginSignIn(api, username, NEW_PASSWORD);
  expect(refusalOf(await api.call(getProfile, {}, { bearer: pending }))).toBe('no_session');
  const tokens = dataOf(await api.call(signInByCode, { pending, code: code() }, { address: newAddress() }));
  expect(refusalOf(await api.call(getProfile, {}, { bearer: tokens.access }))).toBe('done');
});

test('tokens of nobody cost no password hash, so they keep nobody from signing in', async () => {
  const made = Array.from({ length: 300 }, (_, index) => confirm(`made-up-${index}`));
  const { access } = await api.signIn('root');
  expect(access).toBeTruthy();
  expect(new Set((await Promise.all(made)).map(refusalOf))).toEqual(new Set(['reset_link_invalid']));
});

test('a link works once', async () => {
  const { email, username } = await newMember(api, testServices);
  const token = await resetLink(email);
  expect(refusalOf(await confirm(token))).toBe('done');
  expect(await confirm(token, 'Other-6-pears')).toMatchObject({ error: { status: 422, code: 'reset_link_invalid' } });
  expect(await api.signIn(username, NEW_PASSWORD)).toHaveProperty('access');
});

test('used ten times at once it sets one password', async () => {
  const { email, username } = await newMember(api, testServices);
  const token = await resetLink(email);
  const passwords = Array.from({ length: 10 }, (_, index) => `Number-${index}-of-ten`);
  const answers = (await Promise.all(passwords.map((password) => confirm(token, password)))).map(refusalOf);
  expect(answers.toSorted()).toEqual(['done', ...Array(9).fill('reset_link_invalid')]);
  expect(await api.signIn(username, passwords[answers.indexOf('done')])).toHaveProperty('access');
});

test('two links of one member used at once set one password', async () => {
  const { email } = await newMember(api, testServices);
  const tokens = [await resetLink(email), await resetLink(email)];
  const answers = (await Promise.all([...tokens, ...tokens].map((token) => confirm(token)))).map(refusalOf);
  expect(answers.toSorted()).toEqual(['done', ...Array(3).fill('reset_link_invalid')]);
});

test('a link works for one hour', async () => {
  const [early, late] = [await newMember(api, testServices), await newMember(api, testServices)];
  const links = [await resetLink(early.email), await resetLink(late.email)] as const;
  testServices.clock.advance(3599);
  expect(refusalOf(await confirm(links[0]))).toBe('done');
  testServices.clock.advance(2);
  expect(refusalOf(await confirm(links[1]))).toBe('reset_link_invalid');
});

test('an activation link doesn’t reset', async () => {
  const { token } = await newGuest(api, testServices);
  expect(refusalOf(await confirm(token))).toBe('reset_link_invalid');
});

test('a wrong form leaves the link as it was', async () => {
  const token = await resetLink((await newMember(api, testServices)).email);
  expect(await confirm(token, 'Password1!')).toMatchObject({ error: { fields: { password: [/too common/] } } });
  expect(await confirm(token, NEW_PASSWORD, 'other')).toMatchObject({
    error: { fields: { password_repeat: [/match/] } },
  });
  expect(await confirm(token, 'short')).toMatchObject({ error: { status: 422, code: 'invalid' } });
  expect(refusalOf(await confirm(token))).toBe('done');
});

test('asking is answered the same for everybody, and strangers get no e-mail', async () => {
  const answers = [await ask('ivan@demo.example'), await ask('stranger@demo.example'), await ask('IVAN@DEMO.example ')];
  expect(answers).toEqual(Array.from(answers, () => ({ success: true, data: {} })));
  expect(await emailsTo(testServices, 'ivan@demo.example')).toHaveLength(2);
  expect(await emailsTo(testServices, 'stranger@demo.example')).toEqual([]);
});

test('somebody who never activated gets the activation e-mail', async () => {
  await ask('lena@demo.example');
  const [mail] = await emailsTo(testServices, 'lena@demo.example');
  expect(mail?.subject).toBe('Activate your Atrium account');
});
