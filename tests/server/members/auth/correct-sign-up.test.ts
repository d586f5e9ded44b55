import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { activate, correctSignUp, readSignUp, signUp } from '#contracts/auth.ts';
import { mails, members, signUps } from '#server/db/schema/index.ts';
import { sealState } from '#server/api/sealed-state.ts';
import { apiOf, dataOf, newAddress, refusalOf } from '../../../support/app/api.ts';
import { fillSignUp, GUEST_PASSWORD } from '../../../support/people/guests.ts';
import { createTestServices } from '../../../support/app/services.ts';
import { emailsTo, tokenIn } from '../../../support/people/emails.ts';

const testServices = await createTestServices();
const { services, clock } = testServices;
const api = apiOf(testServices.app);

const open = async (token: string) => refusalOf(await api.call(activate, { token }, { address: newAddress() }));
const correct = (token: string | undefined, email: string) =>
  api.call(correctSignUp, { ...(token !== undefined && { sign_up: token }), email }, { address: newAddress() });
const tokenFor = async (email: string) => tokenIn((await emailsTo(testServices, email)).at(-1));

async function newSignUp() {
  const form = await fillSignUp(api);
  const { sign_up: token = '' } = dataOf(await api.call(signUp, form, { address: newAddress() }));
  const at = (host: string) => `${form.username}@${host}.example`;
  const emailOf = async () => {
    const [row] = await services.db.select().from(signUps).where(eq(signUps.username, form.username));
    return row?.email;
  };
  return { ...form, token, at, emailOf };
}

test('a mistyped address is corrected: the username stays, the new link works and the old one is void', async () => {
  const guest = await newSignUp();
  const oldLink = await tokenFor(guest.email);
  const email = guest.at('right');
  expect(dataOf(await correct(guest.token, email))).toEqual({ email });
  expect(dataOf(await api.call(readSignUp, { sign_up: guest.token }))).toEqual({ username: guest.username, email });
  expect(await open(oldLink)).toBe('activation_link_invalid');
  expect(await open(await tokenFor(email))).toBe('done');
  expect(await api.signIn(guest.username, GUEST_PASSWORD)).toHaveProperty('access');
  expect(await emailsTo(testServices, guest.email)).toHaveLength(1);
});

test('an e-mail still in the queue is not sent at all', async () => {
  const guest = await newSignUp();
  await correct(guest.token, guest.at('right'));
  expect(await emailsTo(testServices, guest.at('right'))).toHaveLength(1);
  expect(await emailsTo(testServices, guest.email)).toHaveLength(0);
});

test('the same correction again sends nothing again', async () => {
  const guest = await newSignUp();
  const answers = await Promise.all(Array.from({ length: 10 }, () => correct(guest.token, guest.at('right'))));
  expect(answers.map(refusalOf)).toEqual(Array(10).fill('done'));
  expect(await emailsTo(testServices, guest.at('right'))).toHaveLength(1);
});

test('of corrections at once three count, and one link works', async () => {
  const guest = await newSignUp();
  const emails = Array.from({ length: 10 }, (_, index) => guest.at(`host-${index}`));
  const answers = (await Promise.all(emails.map((email) => correct(guest.token, email)))).map(refusalOf);
  expect(answers.toSorted()).toEqual([...Array(3).fill('done'), ...Array(7).fill('too_often')]);
  const sent = [];
  // One after the other: two runs of the queue at once could send an e-mail twice.
  for (const email of emails) sent.push(...(await emailsTo(testServices, email)));
  expect(sent.map(({ to }) => to)).toEqual([await guest.emailOf()]);
  clock.advance(3000);
  expect(refusalOf(await correct(guest.token, guest.at('later')))).toBe('too_often');
});

test('at once with its own link, either the account is active or the link is void', async () => {
  for (let round = 0; round < 5; round += 1) {
    const guest = await newSignUp();
    const link = await tokenFor(guest.email);
    const [used, corrected] = await Promise.all([open(link), correct(guest.token, guest.at('right')).then(refusalOf)]);
    const [member] = await services.db.select().from(members).where(eq(members.username, guest.username));
    const isActive = used === 'done';
    expect([used, corrected]).toEqual(isActive ? ['done', 'sign_up_over'] : ['activation_link_invalid', 'done']);
    expect(member?.email).toBe(isActive ? guest.email : undefined);
  }
});

describe('nothing is corrected', () => {
  test.each([
    ['without a token', () => undefined],
    ['with a made-up one', () => 'A'.repeat(120)],
    ['with one sealed for another step', () => sealState(services, 'sign-in', { memberId: 1, since: 0 }, 60)],
    ['with a changed one', (token: string) => `${token.slice(0, -4)}AAAA`],
  ])('%s', async (_, tokenOf) => {
    const guest = await newSignUp();
    const token = tokenOf(guest.token);
    expect(refusalOf(await correct(token, guest.at('evil')))).toBe('sign_up_over');
    expect(refusalOf(await api.call(readSignUp, token ? { sign_up: token } : {}))).toBe('sign_up_over');
    expect(await guest.emailOf()).toBe(guest.email);
  });

  test('after an hour', async () => {
    const guest = await newSignUp();
    clock.advance(3600);
    expect(refusalOf(await correct(guest.token, guest.at('late')))).toBe('sign_up_over');
    expect(await guest.emailOf()).toBe(guest.email);
  });

  test('once the account is active', async () => {
    const guest = await newSignUp();
    await open(await tokenFor(guest.email));
    expect(refusalOf(await correct(guest.token, guest.at('evil')))).toBe('sign_up_over');
    const [member] = await services.db.select().from(members).where(eq(members.username, guest.username));
    expect(member?.email).toBe(guest.email);
    expect(await emailsTo(testServices, guest.at('evil'))).toHaveLength(0);
  });

  test('of the sign-up of somebody else', async () => {
    const [guest, other] = [await newSignUp(), await newSignUp()];
    await correct(other.token, guest.at('evil'));
    expect(await guest.emailOf()).toBe(guest.email);
    expect(await other.emailOf()).toBe(guest.at('evil'));
    expect(await open(await tokenFor(guest.email))).toBe('done');
  });
});

test('a member’s address is answered as a free one; its owner is told, and no account is made there', async () => {
  const [first, second] = [await newSignUp(), await newSignUp()];
  const free = dataOf(await correct(first.token, first.at('free')));
  const taken = dataOf(await correct(second.token, 'marie@demo.example'));
  expect([free, taken]).toEqual([{ email: first.at('free') }, { email: 'marie@demo.example' }]);
  expect((await emailsTo(testServices, 'marie@demo.example')).map(({ subject }) => subject)).toEqual([
    'You already have an account at Atrium',
  ]);
  const waiting = services.db.select().from(mails).innerJoin(signUps, eq(signUps.id, mails.signUpId));
  expect(await waiting.where(eq(signUps.username, second.username))).toEqual([]);
});

test('one mailbox gets three e-mails an hour, however many accounts are corrected to it', async () => {
  for (let count = 0; count < 5; count += 1) {
    const guest = await newSignUp();
    expect(refusalOf(await correct(guest.token, 'victim@flood.example'))).toBe('done');
  }
  expect(await emailsTo(testServices, 'victim@flood.example')).toHaveLength(3);
});

test('whoever signs up again with the same form may still correct it', async () => {
  const guest = await newSignUp();
  const { token, at, emailOf, ...form } = guest;
  const again = dataOf(await api.call(signUp, { ...form, bot_check: await api.answer() }, { address: newAddress() }));
  expect(refusalOf(await correct(again.sign_up, at('right')))).toBe('done');
  expect(await emailOf()).toBe(at('right'));
  expect(token).not.toBe(again.sign_up);
});
