import { createHash } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { activate, readActivation, requestReset, resendActivation, signUp } from '#contracts/auth.ts';
import { listNotices } from '#contracts/notices.ts';
import { mailedLinks, mails, members, referrals } from '#server/db/schema/index.ts';
import { runCommand } from '#server/operator/run-command.ts';
import { apiOf, dataOf, newAddress, refusalOf } from '../../../support/app/api.ts';
import { fillSignUp, GUEST_PASSWORD, newGuest, newMember } from '../../../support/people/guests.ts';
import { createTestServices } from '../../../support/app/services.ts';
import { emailsTo, tokenIn } from '../../../support/people/emails.ts';

const testServices = await createTestServices();
const api = apiOf(testServices.app);
const open = (token: string) => api.call(activate, { token }, { address: newAddress() });
const resend = async (email: string) =>
  api.call(resendActivation, { email, bot_check: await api.answer() }, { address: newAddress() });

test('the link activates, and the guest signs in', async () => {
  const guest = await newGuest(api, testServices);
  await expect(api.signIn(guest.username, GUEST_PASSWORD)).rejects.toThrow('not_activated');
  expect(await open(guest.token)).toEqual({ success: true, data: { username: guest.username } });
  expect(await api.signIn(guest.username, GUEST_PASSWORD)).toHaveProperty('access');
});

test('nobody guesses a link: its token is 256 random bits', async () => {
  const tokens = [await newGuest(api, testServices), await newGuest(api, testServices)].map(({ token }) => token);
  expect(new Set(tokens).size).toBe(2);
  for (const token of tokens) expect(token).toMatch(/^[\w-]{43}$/);
});

test('a second use says that the account is active already', async () => {
  const { token } = await newGuest(api, testServices);
  await open(token);
  expect(await open(token)).toMatchObject({ error: { status: 409, code: 'already_active' } });
});

test('twenty uses at once activate once', async () => {
  const { token } = await newGuest(api, testServices);
  const answers = (await Promise.all(Array.from({ length: 20 }, () => open(token)))).map(refusalOf);
  expect(answers.toSorted()).toEqual([...Array(19).fill('already_active'), 'done']);
});

test('the link works for 24 hours', async () => {
  const [early, late] = [await newGuest(api, testServices), await newGuest(api, testServices)];
  testServices.clock.advance(24 * 3600 - 1);
  expect(refusalOf(await open(early.token))).toBe('done');
  testServices.clock.advance(2);
  expect(await open(late.token)).toMatchObject({
    error: {
      status: 422,
      code: 'activation_link_invalid',
      detail: 'The activation link is not valid or has expired, please provide your email and we will send a new link',
    },
  });
});

test.each(['x', 'A'.repeat(43), '../../etc', 'null', '💥'])('the token %o is nobody’s', async (token) => {
  expect(refusalOf(await open(token))).toBe('activation_link_invalid');
});

test('a token that differs in one character is nobody’s', async () => {
  const { token } = await newGuest(api, testServices);
  expect(refusalOf(await open(`${token.startsWith('A') ? 'B' : 'A'}${token.slice(1)}`))).toBe(
    'activation_link_invalid',
  );
  expect(refusalOf(await open(`${token}=`))).toBe('activation_link_invalid');
  expect(refusalOf(await open(token))).toBe('done');
});

test('a reset link doesn’t activate', async () => {
  const form = { email: 'ivan@demo.example', bot_check: await api.answer() };
  await api.call(requestReset, form, { address: newAddress() });
  const [mail] = await emailsTo(testServices, 'ivan@demo.example');
  expect(refusalOf(await open(tokenIn(mail)))).toBe('activation_link_invalid');
});

test('a new link is sent, both work until one is used, and then neither does', async () => {
  const guest = await newGuest(api, testServices);
  expect(await resend(guest.email)).toEqual({ success: true, data: {} });
  const emails = await emailsTo(testServices, guest.email);
  expect(emails).toHaveLength(2);
  expect(refusalOf(await open(tokenIn(emails[1])))).toBe('done');
  expect(refusalOf(await open(tokenIn(emails[0])))).toBe('already_active');
});

test('two links of one guest used at once activate once', async () => {
  for (let round = 0; round < 5; round += 1) {
    const guest = await newGuest(api, testServices);
    await resend(guest.email);
    const tokens = (await emailsTo(testServices, guest.email)).map(tokenIn);
    const answers = (await Promise.all([...tokens, ...tokens, ...tokens].map(open))).map(refusalOf);
    expect(answers.toSorted()).toEqual([...Array(5).fill('already_active'), 'done']);
  }
});

test('an address that has become somebody’s in the meantime makes no second member', async () => {
  const [guest, member] = [await newGuest(api, testServices), await newMember(api, testServices)];
  const { db } = testServices.services;
  await db.update(members).set({ email: guest.email }).where(eq(members.username, member.username));
  expect(refusalOf(await open(guest.token))).toBe('activation_link_invalid');
  expect(await db.$count(members, eq(members.username, guest.username))).toBe(0);
});

test('who invited them is told that they have come', async () => {
  const anna = await api.signIn('anna');
  const guest = await newGuest(api, testServices);
  const joined = async () =>
    dataOf(await api.call(listNotices, {}, { bearer: anna.access })).items.flatMap((notice) =>
      notice.kind === 'first-line-joined' ? notice.about : [],
    );
  const before = await joined();
  await open(guest.token);
  expect(await joined()).toEqual([{ kind: 'member', id: guest.username }, ...before]);
});

describe('an account that an operator has made', () => {
  async function addedBy(username: string, ...inviter: string[]) {
    const email = `${username}@demo.example`;
    const words = ['members', 'add', '--username', username, '--email', email, ...inviter, '--why', 'asked for it'];
    await runCommand(testServices.services, words, 'olga');
    const token = tokenIn((await emailsTo(testServices, email)).at(-1));
    const as = (password?: string) =>
      api.call(
        activate,
        { token, ...(password && { password, password_repeat: password }) },
        { address: newAddress() },
      );
    return { token, as, look: () => api.call(readActivation, { token }, { address: newAddress() }) };
  }

  test('gets its password from its owner, who is asked for one that is not common', async () => {
    const { as, look } = await addedBy('rosa', '--inviter', 'anna');
    expect(dataOf(await look())).toEqual({ username: 'rosa', inviter: 'anna', asks_password: true });
    const wrong = (sentence: unknown) => ({
      error: { status: 422, code: 'invalid', fields: { password: [sentence] } },
    });
    expect(await as()).toMatchObject(wrong('Fill in this field.'));
    expect(await as('Password-1')).toMatchObject(wrong(expect.stringMatching(/common/i)));
    await expect(api.signIn('rosa', 'Password-1')).rejects.toThrow('wrong_credentials');
    expect(dataOf(await as(GUEST_PASSWORD))).toEqual({ username: 'rosa' });
    expect(await api.signIn('rosa', GUEST_PASSWORD)).toHaveProperty('access');
  });

  test('without an inviter is the top of a tree of its own', async () => {
    const { as, look } = await addedBy('toni');
    expect(dataOf(await look())).toEqual({ username: 'toni', inviter: null, asks_password: true });
    expect(dataOf(await as(GUEST_PASSWORD))).toEqual({ username: 'toni' });
    const { db } = testServices.services;
    const [toni] = await db.select().from(members).where(eq(members.username, 'toni'));
    expect(toni).toMatchObject({ inviterId: null });
    expect(await db.$count(referrals, eq(referrals.memberId, toni!.id))).toBe(0);
  });
});

test('asking for a link is answered the same whoever asks, and only a guest gets one', async () => {
  const guest = await newGuest(api, testServices);
  const answers = [await resend(guest.email), await resend('nobody@demo.example'), await resend('marie@demo.example')];
  expect(answers).toEqual(Array.from(answers, () => ({ success: true, data: {} })));
  expect(await emailsTo(testServices, 'nobody@demo.example')).toEqual([]);
  expect((await emailsTo(testServices, 'marie@demo.example')).map(({ subject }) => subject)).toEqual([
    'You already have an account at Atrium',
  ]);
});

test('somebody blocked gets no e-mail', async () => {
  const { email } = await newMember(api, testServices);
  await testServices.services.db.update(members).set({ blockedAt: new Date() }).where(eq(members.email, email));
  await resend(email);
  expect(await emailsTo(testServices, email)).toHaveLength(1);
});

test('a link tells whose account it would make, as often as it is opened, and makes none by that', async () => {
  const guest = await newGuest(api, testServices);
  const look = () => api.call(readActivation, { token: guest.token }, { address: newAddress() });
  for (let times = 0; times < 3; times += 1) {
    expect(await look()).toEqual({
      success: true,
      data: { username: guest.username, inviter: 'anna', asks_password: false },
    });
  }
  expect(await testServices.services.db.$count(members, eq(members.email, guest.email))).toBe(0);
  await open(guest.token);
  expect(refusalOf(await look())).toBe('already_active');
});

test('nobody gets more than three e-mails an hour, however often they are asked for', async () => {
  const guest = await newGuest(api, testServices);
  for (let times = 0; times < 5; times += 1) expect(refusalOf(await resend(guest.email))).toBe('done');
  expect(await emailsTo(testServices, guest.email)).toHaveLength(3);
  testServices.clock.advance(3601);
  await resend(guest.email);
  expect(await emailsTo(testServices, guest.email)).toHaveLength(4);
});

test('neither queue nor tables hold a token that works', async () => {
  const { db } = testServices.services;
  const form = await fillSignUp(api);
  dataOf(await api.call(signUp, form, { address: newAddress() }));
  const { rows: jobs } = await db.execute('select j::text from graphile_worker._private_jobs j');
  expect(jobs).not.toEqual([]);
  const token = tokenIn((await emailsTo(testServices, form.email)).at(-1));
  expect(JSON.stringify([jobs, await db.select().from(mails)])).not.toContain(token);
  const hashes = (await db.select().from(mailedLinks)).map(({ tokenHash }) => tokenHash);
  expect(hashes).toContainEqual(createHash('sha256').update(token).digest());
  const bytes = Buffer.from(token, 'base64url');
  expect(hashes.filter((hash) => hash.includes(token) || hash.includes(bytes))).toEqual([]);
});
