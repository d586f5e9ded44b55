import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { confirmReset, requestReset } from '#contracts/auth.ts';
import { getBalance } from '#contracts/finance.ts';
import { getProfile } from '#contracts/profile.ts';
import { changePassword, confirmEmail, getSettings } from '#contracts/settings.ts';
import { mailedLinks } from '#server/db/schema/index.ts';
import { dataOf, newAddress, refusalOf } from '../../../support/app/api.ts';
import { GUEST_PASSWORD, newGuest } from '../../../support/people/guests.ts';
import { createTestServices } from '../../../support/app/services.ts';
import { emailsTo, tokenIn } from '../../../support/people/emails.ts';
import { type Owner, ownersOf } from './owner.ts';

const testServices = await createTestServices();
const { api, newOwner, save } = ownersOf(testServices);
const { services, clock } = testServices;

const DAY_SECONDS = 24 * 60 * 60;
let addresses = 0;
const newEmail = () => `new-${(addresses += 1)}@demo.example`;
const confirm = (token: string) => api.call(confirmEmail, { token }, { address: newAddress() });
const subjectsTo = async (email: string) => (await emailsTo(testServices, email)).map(({ subject }) => subject);
const linkTo = async (email: string) => tokenIn((await emailsTo(testServices, email)).at(-1));
const settingsOf = async ({ bearer }: Owner) => dataOf(await api.call(getSettings, {}, { bearer }));

async function asksFor(owner: Owner, email: string): Promise<string> {
  dataOf(await save(owner, { email }));
  return linkTo(email);
}

test('a new address waits for its link; until then nothing has changed', async () => {
  const [owner, email] = [await newOwner(), newEmail()];
  const answer = dataOf(await save(owner, { email: ` ${email.toUpperCase()}`, name: 'Rita' }));
  expect(answer).toMatchObject({ email: owner.email, new_email: email, name: 'Rita' });
  expect(await subjectsTo(email)).toEqual(['Confirm your new Atrium email']);
  expect(await subjectsTo(owner.email)).toContain('New email for your Atrium account');
  await expect(api.signIn(email, GUEST_PASSWORD)).rejects.toThrow('wrong_credentials');
  expect(dataOf(await api.call(getProfile, {}, { bearer: owner.bearer })).email).toBe(owner.email);
});

test('whoever only has the session can’t ask for one: without the password nothing is written or saved', async () => {
  const [owner, email] = [await newOwner(), newEmail()];
  for (const [password, fault] of [
    ['', 'Fill in this field.'],
    ['Not-the-0ne', expect.stringContaining('password')],
  ] as const) {
    const answer = await save(owner, { email, password, name: 'A thief' });
    expect(answer).toMatchObject({ success: false, error: { code: 'invalid', fields: { password: [fault] } } });
  }
  expect(await emailsTo(testServices, email)).toEqual([]);
  expect(await settingsOf(owner)).toMatchObject({ email: owner.email, new_email: null });
  expect(dataOf(await api.call(getProfile, {}, { bearer: owner.bearer })).name).not.toBe('A thief');
  for (let times = 0; times < 9; times += 1) await save(owner, { email, password: `Wrong-${times}!` });
  expect(refusalOf(await save(owner, { email }))).toBe('too_often');
  expect(refusalOf(await save(owner, { password: '' }))).toBe('done');
});

test('its link makes it the account’s, tells the old one, and withdrawals rest', async () => {
  const [owner, email] = [await newOwner(), newEmail()];
  expect(await confirm(await asksFor(owner, email))).toEqual({ success: true, data: { email } });
  expect(await settingsOf(owner)).toMatchObject({ email, new_email: null });
  expect(await subjectsTo(owner.email)).toContain('Your Atrium email was changed');
  expect(await api.signIn(email, GUEST_PASSWORD)).toHaveProperty('access');
  await expect(api.signIn(owner.email, GUEST_PASSWORD)).rejects.toThrow('wrong_credentials');
  const { withdrawal } = dataOf(await api.call(getBalance, {}, { bearer: owner.bearer }));
  expect(withdrawal.can_request).toBe(false);
});

test('it works once, also when ten use it at once', async () => {
  const owner = await newOwner();
  const token = await asksFor(owner, newEmail());
  const answers = (await Promise.all(Array.from({ length: 10 }, () => confirm(token)))).map(refusalOf);
  expect(answers.toSorted()).toEqual(['done', ...Array(9).fill('email_link_invalid')]);
  expect(refusalOf(await confirm(token))).toBe('email_link_invalid');
});

test('it works for a day', async () => {
  const [early, late] = [await newOwner(), await newOwner()];
  const links = [await asksFor(early, newEmail()), await asksFor(late, newEmail())] as const;
  clock.advance(DAY_SECONDS - 1);
  expect(refusalOf(await confirm(links[0]))).toBe('done');
  clock.advance(2);
  expect(refusalOf(await confirm(links[1]))).toBe('email_link_invalid');
});

test('a link of another kind, or of nobody, confirms nothing', async () => {
  const guest = await newGuest(api, testServices);
  expect(refusalOf(await confirm(guest.token))).toBe('email_link_invalid');
  for (const token of ['x', 'nobody-ever-got-this', '%00', 'A'.repeat(128)]) {
    expect(refusalOf(await confirm(token))).toBe('email_link_invalid');
  }
  expect(refusalOf(await confirm('A'.repeat(129)))).toBe('invalid');
});

test('a link to an address does not set a password', async () => {
  const token = await asksFor(await newOwner(), newEmail());
  const form = { token, password: 'Green-5-apples', password_repeat: 'Green-5-apples' };
  expect(refusalOf(await api.call(confirmReset, form))).toBe('reset_link_invalid');
});

test('asking for another address makes the first link void', async () => {
  const owner = await newOwner();
  const [first, second] = [await asksFor(owner, newEmail()), await asksFor(owner, newEmail())];
  expect(refusalOf(await confirm(first))).toBe('email_link_invalid');
  expect(refusalOf(await confirm(second))).toBe('done');
});

test('an e-mail that is not written yet is not written once another address was asked for', async () => {
  const [owner, first, second] = [await newOwner(), newEmail(), newEmail()];
  await save(owner, { email: first });
  await save(owner, { email: second });
  expect(await subjectsTo(first)).toEqual([]);
  expect(refusalOf(await confirm(await linkTo(second)))).toBe('done');
});

test('typing the old address again takes the wish back', async () => {
  const [owner, email] = [await newOwner(), newEmail()];
  const token = await asksFor(owner, email);
  expect(dataOf(await save(owner, { email: owner.email })).new_email).toBeNull();
  expect(refusalOf(await confirm(token))).toBe('email_link_invalid');
});

test('saving twice what waits sends one e-mail', async () => {
  const [owner, email] = [await newOwner(), newEmail()];
  await Promise.all([save(owner, { email }), save(owner, { email }), save(owner, { email })]);
  expect(await subjectsTo(email)).toHaveLength(1);
});

test('an address that is taken is answered and written to like any other, and its link changes nothing', async () => {
  const [owner, other] = [await newOwner(), await newOwner()];
  const answer = dataOf(await save(owner, { email: other.email }));
  expect(answer).toEqual({ ...dataOf(await save(owner, { email: other.email })), new_email: other.email });
  expect(refusalOf(await confirm(await linkTo(other.email)))).toBe('email_link_invalid');
  expect((await settingsOf(other)).email).toBe(other.email);
  expect((await settingsOf(owner)).email).toBe(owner.email);
});

test('of two who confirm one address at once, one has it', async () => {
  const [a, b, email] = [await newOwner(), await newOwner(), newEmail()];
  const links = [await asksFor(a, email), await asksFor(b, email)] as const;
  const answers = (await Promise.all(links.map((token) => confirm(token)))).map(refusalOf);
  expect(answers.toSorted()).toEqual(['done', 'email_link_invalid']);
});

test('links for a new password that went to the old address are void', async () => {
  const [owner, email] = [await newOwner(), newEmail()];
  const token = await asksFor(owner, email);
  clock.advance(1);
  await api.call(requestReset, { email: owner.email, bot_check: await api.answer() }, { address: newAddress() });
  const reset = await linkTo(owner.email);
  await confirm(token);
  const form = { token: reset, password: 'Green-5-apples', password_repeat: 'Green-5-apples' };
  expect(refusalOf(await api.call(confirmReset, form))).toBe('reset_link_invalid');
});

test('a new password takes the wish of whoever asked before it back', async () => {
  const owner = await newOwner();
  const token = await asksFor(owner, newEmail());
  const form = { old: GUEST_PASSWORD, new: 'Green-5-apples', new_repeat: 'Green-5-apples' };
  dataOf(await api.call(changePassword, form, { bearer: owner.bearer }));
  expect((await settingsOf(owner)).new_email).toBeNull();
  expect(refusalOf(await confirm(token))).toBe('email_link_invalid');
});

test('sessions go on', async () => {
  const owner = await newOwner();
  const elsewhere = await api.signIn(owner.username, GUEST_PASSWORD);
  await confirm(await asksFor(owner, newEmail()));
  expect(refusalOf(await api.call(getProfile, {}, { bearer: elsewhere.access }))).toBe('done');
});

test('the fourth address within an hour has to wait, and nothing of its form is saved', async () => {
  const owner = await newOwner();
  for (let count = 0; count < 3; count += 1) dataOf(await save(owner, { email: newEmail() }));
  const answer = await save(owner, { email: newEmail(), name: 'Late' });
  expect(answer).toMatchObject({ error: { status: 429, code: 'too_often', retryAfterSeconds: expect.any(Number) } });
  expect((await settingsOf(owner)).name).toBeNull();
  expect(refusalOf(await save(owner, { name: 'Rita' }))).toBe('done');
});

test('an e-mail to an address that nobody has confirmed says nothing that its sender could choose', async () => {
  const [owner, email] = [await newOwner(), newEmail()];
  await save(owner, { email, name: 'Cheap pills at evil.example' });
  const [mail] = await emailsTo(testServices, email);
  expect(mail?.text).toContain(`Hi ${owner.username},`);
  expect(`${mail?.subject}${mail?.text}${mail?.html}`).not.toContain('pills');
});

test('only the hash of a link is stored', async () => {
  const owner = await newOwner();
  const token = await asksFor(owner, newEmail());
  const hashes = (await services.db.select().from(mailedLinks)).map(({ tokenHash }) => tokenHash);
  expect(hashes).toContainEqual(createHash('sha256').update(token).digest());
  const bytes = Buffer.from(token, 'base64url');
  expect(hashes.filter((hash) => hash.includes(token) || hash.includes(bytes))).toEqual([]);
});
