import { expect, test } from 'vitest';
import { confirmReset, refreshSession, requestReset } from '#contracts/auth.ts';
import { getBalance } from '#contracts/finance.ts';
import { getProfile } from '#contracts/profile.ts';
import { changePassword, getSettings } from '#contracts/settings.ts';
import { dataOf, newAddress, refusalOf } from '../../../support/app/api.ts';
import { GUEST_PASSWORD } from '../../../support/people/guests.ts';
import { createTestServices } from '../../../support/app/services.ts';
import { emailsTo, tokenIn } from '../../../support/people/emails.ts';
import { type Owner, ownersOf } from './owner.ts';

const testServices = await createTestServices();
const { api, newOwner } = ownersOf(testServices);

const NEW_PASSWORD = 'Green-5-apples';
const change = ({ bearer }: Pick<Owner, 'bearer'>, old: string, password = NEW_PASSWORD, new_repeat = password) =>
  api.call(changePassword, { old, new: password, new_repeat }, { bearer });

test('the old password sets a new one; this session goes on, every other is over at once', async () => {
  const owner = await newOwner();
  const others = [await api.signIn(owner.username, GUEST_PASSWORD), await api.signIn(owner.username, GUEST_PASSWORD)];
  expect(await change(owner, GUEST_PASSWORD)).toEqual({ success: true, data: {} });
  for (const { access, refresh } of others) {
    expect(refusalOf(await api.call(getProfile, {}, { bearer: access }))).toBe('no_session');
    expect(refusalOf(await api.call(refreshSession, { refresh }))).toBe('session_ended');
  }
  expect(refusalOf(await api.call(getProfile, {}, { bearer: owner.bearer }))).toBe('done');
  expect(refusalOf(await api.call(refreshSession, { refresh: owner.refresh }))).toBe('done');
  const { password_changed_at: at } = dataOf(await api.call(getSettings, {}, { bearer: owner.bearer }));
  expect(at).toBe(testServices.clock.now().toISOString());
  await expect(api.signIn(owner.username, GUEST_PASSWORD)).rejects.toThrow('wrong_credentials');
  expect(await api.signIn(owner.username, NEW_PASSWORD)).toHaveProperty('access');
});

test('an e-mail says so, and withdrawals rest', async () => {
  const owner = await newOwner();
  await change(owner, GUEST_PASSWORD);
  const subjects = (await emailsTo(testServices, owner.email)).map(({ subject }) => subject);
  expect(subjects).toContain('Your Atrium password was changed');
  const { withdrawal } = dataOf(await api.call(getBalance, {}, { bearer: owner.bearer }));
  expect(withdrawal.can_request).toBe(false);
});

test('a wrong old password changes nothing, and soon has to wait', async () => {
  const owner = await newOwner();
  expect(await change(owner, 'Wrong-1-guess')).toMatchObject({
    error: { fields: { old: ['Wrong password. Try again.'] } },
  });
  for (let tries = 1; tries < 10; tries += 1) await change(owner, `Wrong-${tries}-guess`);
  expect(await change(owner, GUEST_PASSWORD)).toMatchObject({ error: { status: 429, code: 'too_often' } });
  expect(await api.signIn(owner.username, GUEST_PASSWORD)).toHaveProperty('access');
});

test.each([
  ['the one they have', GUEST_PASSWORD, GUEST_PASSWORD, 'new', /your current password/],
  ['a common one', 'Password1!', 'Password1!', 'new', /too common/],
  ['one without a symbol', 'Green5apples', 'Green5apples', 'new', /symbol/],
  ['two that differ', NEW_PASSWORD, 'Green-6-apples', 'new_repeat', /match/],
  ['nothing', '', '', 'new', /Fill in/],
])('%s is refused as a new password', async (_, password, repeat, field, sentence) => {
  const owner = await newOwner();
  const answer = await change(owner, GUEST_PASSWORD, password, repeat);
  expect(answer).toMatchObject({ error: { status: 422, fields: { [field]: [expect.stringMatching(sentence)] } } });
});

test('whether the new password is good is not told to who does not know the old one', async () => {
  const owner = await newOwner();
  const answer = await change(owner, 'Wrong-1-guess', 'Password1!');
  expect(answer).toMatchObject({ error: { fields: { old: [expect.any(String)] } } });
  expect(answer).not.toHaveProperty('error.fields.new');
});

test('the same call twice changes once', async () => {
  const owner = await newOwner();
  await change(owner, GUEST_PASSWORD);
  expect(await change(owner, GUEST_PASSWORD)).toMatchObject({ error: { fields: { old: [expect.any(String)] } } });
  expect(await emailsTo(testServices, owner.email)).toHaveLength(2);
});

test('two sessions that change it at once: one does, and the other is over', async () => {
  const owner = await newOwner();
  const { access: bearer } = await api.signIn(owner.username, GUEST_PASSWORD);
  const passwords = ['Green-5-apples', 'Other-6-pears'] as const;
  const answers = await Promise.all([
    change(owner, GUEST_PASSWORD, passwords[0]),
    change({ bearer }, GUEST_PASSWORD, passwords[1]),
  ]);
  const done = answers.findIndex(({ success }) => success);
  expect(answers.filter(({ success }) => success)).toHaveLength(1);
  expect(await api.signIn(owner.username, passwords[done])).toHaveProperty('access');
  const loser = done === 0 ? bearer : owner.bearer;
  expect(refusalOf(await api.call(getProfile, {}, { bearer: loser }))).toBe('no_session');
});

test('a link for a new password that was asked for before is void', async () => {
  const owner = await newOwner();
  testServices.clock.advance(1);
  await api.call(requestReset, { email: owner.email, bot_check: await api.answer() }, { address: newAddress() });
  const token = tokenIn((await emailsTo(testServices, owner.email)).at(-1));
  await change(owner, GUEST_PASSWORD);
  const form = { token, password: 'Other-6-pears', password_repeat: 'Other-6-pears' };
  expect(refusalOf(await api.call(confirmReset, form))).toBe('reset_link_invalid');
});

test('who is not signed in changes nothing', async () => {
  expect(refusalOf(await change({ bearer: 'x' }, GUEST_PASSWORD))).toBe('no_session');
});
