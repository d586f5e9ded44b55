import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { signIn } from '#contracts/auth.ts';
import { listNotices } from '#contracts/notices.ts';
import { listSecurityEvents } from '#contracts/second-factor.ts';
import { DEMO_PASSWORD } from '#server/operator/seed/cast.ts';
import { members } from '#server/db/schema/index.ts';
import { HASH_COSTS, QUICK_HASH_COSTS } from '#server/base/hash-costs.ts';
import { hashPassword, renewHash, TooManyHashes } from '#server/members/auth/password.ts';
import { accountOf, knownDevice } from '#server/members/auth/known-device.ts';
import { apiOf, dataOf, newAddress, refusalOf, signedIn } from '../../../support/app/api.ts';
import { GUEST_PASSWORD, newMember } from '../../../support/people/guests.ts';
import { hashOfCost } from '../../../support/app/hash-of-cost.ts';
import { createTestServices } from '../../../support/app/services.ts';
import { memberOf } from '../../../support/app/stage.ts';

const testServices = await createTestServices();
const api = apiOf(testServices.app);
const tryWith = async (login: string, password: string, address = newAddress()) =>
  api.call(signIn, { login, password, bot_check: await api.answer() }, { address });

test.each(['anna', 'ANNA', ' Anna ', 'anna@demo.example', 'Anna@DEMO.Example', ' ａｎｎａ@demo.example'])(
  'Anna signs in as %o',
  async (login) => {
    expect(refusalOf(await tryWith(login, DEMO_PASSWORD))).toBe('done');
  },
);

test('a wrong password and an unknown name are answered exactly the same', async () => {
  const wrong = await tryWith('ivan', 'Wrong-1-password');
  expect(wrong).toMatchObject({ success: false, error: { status: 422, code: 'wrong_credentials' } });
  expect(await tryWith('nobody-at-all', 'Wrong-1-password')).toEqual(wrong);
  expect(await tryWith('nobody@demo.example', DEMO_PASSWORD)).toEqual(wrong);
});

test.each(['demo-2026!', 'Demo-2026! ', 'Demo-2026', `Demo-2026!${'x'.repeat(500)}`, '\u0000', 'Ｄemo-2026!'])(
  'the password %o is not Anna’s',
  async (password) => {
    expect(refusalOf(await tryWith('anna', password))).not.toBe('done');
  },
);

test('each try stands in its owner’s own log, with where it came from', async () => {
  const { username } = await newMember(api, testServices);
  const { access } = signedIn(await tryWith(username, GUEST_PASSWORD));
  const kinds = async () =>
    dataOf(await api.call(listSecurityEvents, {}, { bearer: access })).items.map(({ kind }) => kind);
  await tryWith(username, 'Wrong-1-password');
  await expect.poll(kinds).toContain('sign-in-failed');
  expect(await kinds()).toEqual(['sign-in-failed', 'signed-in']);
});

describe('a password that is kept at an older cost', () => {
  async function memberOfOldCost() {
    const { username } = await newMember(api, testServices);
    const { access } = await api.signIn(username, GUEST_PASSWORD);
    const passwordHash = await hashPassword(GUEST_PASSWORD, HASH_COSTS.pin);
    await testServices.services.db.update(members).set({ passwordHash }).where(eq(members.username, username));
    return { username, access, passwordHash };
  }
  const hashOf = async (username: string) => (await memberOf(testServices, username)).passwordHash;
  const noticesOf = async (bearer: string) =>
    dataOf(await api.call(listNotices, {}, { bearer })).items.map(({ kind }) => kind);

  test('is kept at today’s once its owner has signed in, who is told nothing and stays signed in', async () => {
    const { username, access } = await memberOfOldCost();
    const before = await noticesOf(access);
    expect(refusalOf(await tryWith(username, GUEST_PASSWORD))).toBe('done');
    await expect.poll(() => hashOf(username)).toMatch(hashOfCost(testServices.config.hashCosts.password));
    expect(await memberOf(testServices, username)).toMatchObject({ passwordChangedAt: null });
    expect(await noticesOf(access)).toEqual(before);
    expect(refusalOf(await tryWith(username, GUEST_PASSWORD))).toBe('done');
    expect(refusalOf(await tryWith(username, 'Wrong-1-password'))).toBe('wrong_credentials');
  });

  test('lets its owner in five times at once', async () => {
    const { username } = await memberOfOldCost();
    const tries = Array.from({ length: 5 }, () => tryWith(username, GUEST_PASSWORD));
    expect((await Promise.all(tries)).map(refusalOf)).toEqual(Array(5).fill('done'));
  });

  test('is not touched by a wrong one', async () => {
    const { username, passwordHash } = await memberOfOldCost();
    for (let tries = 0; tries < 3; tries += 1) await tryWith(username, 'Wrong-1-password');
    expect(await hashOf(username)).toBe(passwordHash);
  });

  test('gives way to one that is set in the same moment', async () => {
    const { username, passwordHash } = await memberOfOldCost();
    const member = await memberOf(testServices, username);
    const another = await hashPassword('Another-1-password', HASH_COSTS.pin);
    const renewing = renewHash(testServices.services, member, GUEST_PASSWORD);
    await testServices.services.db.update(members).set({ passwordHash: another }).where(eq(members.id, member.id));
    await renewing;
    expect([member.passwordHash, await hashOf(username)]).toEqual([passwordHash, another]);
  });
});

test('only who knows the password learns that an account is not activated', async () => {
  expect(refusalOf(await tryWith('lena', 'Wrong-1-password'))).toBe('wrong_credentials');
  expect(await tryWith('lena', DEMO_PASSWORD)).toMatchObject({ error: { status: 409, code: 'not_activated' } });
});

test('only who knows the password learns that an account is blocked', async () => {
  const { username } = await newMember(api, testServices);
  await testServices.services.db.update(members).set({ blockedAt: new Date() }).where(eq(members.username, username));
  expect(refusalOf(await tryWith(username, 'Wrong-1-password'))).toBe('wrong_credentials');
  expect(await tryWith(username, GUEST_PASSWORD)).toMatchObject({ error: { status: 423, code: 'member_blocked' } });
});

test('the eleventh try at one account waits out the quarter of an hour, wherever it comes from', async () => {
  for (let tries = 0; tries < 5; tries += 1) await tryWith('jonas', 'Wrong-1-password');
  testServices.clock.advance(600);
  for (let tries = 0; tries < 5; tries += 1) await tryWith('JONAS@demo.example', 'Wrong-1-password');
  const refused = await tryWith('jonas', DEMO_PASSWORD);
  expect(refused).toMatchObject({
    error: {
      status: 429,
      code: 'too_often',
      retryAfterSeconds: 300,
      detail: 'Too many attempts. Try again in 5 minutes.',
    },
  });
  testServices.clock.advance(299);
  expect(refusalOf(await tryWith('jonas', DEMO_PASSWORD))).toBe('too_often');
  testServices.clock.advance(1);
  expect(refusalOf(await tryWith('jonas', DEMO_PASSWORD))).toBe('done');
});

test('a name that nobody has is limited just the same', async () => {
  for (let tries = 0; tries < 10; tries += 1) await tryWith('phantom', 'Wrong-1-password');
  expect(refusalOf(await tryWith(' PHANTOM', 'Wrong-1-password'))).toBe('too_often');
});

test('signing in forgets the wrong tries before it', async () => {
  for (let round = 0; round < 3; round += 1) {
    for (let tries = 0; tries < 8; tries += 1) await tryWith('priya', 'Wrong-1-password');
    expect(refusalOf(await tryWith('priya', DEMO_PASSWORD))).toBe('done');
  }
});

test('nobody is locked out by tries that cost nothing', async () => {
  const form = { login: 'anna', password: 'Wrong-1-password', bot_check: 'junk' };
  const address = newAddress();
  for (let tries = 0; tries < 30; tries += 1) {
    expect(refusalOf(await api.call(signIn, form, { address }))).toBe('bot_check_failed');
  }
  expect(refusalOf(await tryWith('anna', DEMO_PASSWORD))).toBe('done');
});

test('whoever is known here signs in while strangers have used up all tries, and has ten of their own', async () => {
  const { email } = await newMember(api, testServices);
  const withDevice = async (device: string | undefined, password: string) =>
    api.call(
      signIn,
      { login: email, password, bot_check: await api.answer(), ...(device && { device }) },
      { address: newAddress() },
    );
  const { device } = signedIn(await withDevice(undefined, GUEST_PASSWORD));
  for (let tries = 0; tries < 11; tries += 1) await tryWith(email, 'Wrong-1-password');
  expect(refusalOf(await tryWith(email, GUEST_PASSWORD))).toBe('too_often');
  expect(refusalOf(await withDevice(device, GUEST_PASSWORD))).toBe('done');
  const ofSomebodyElse = signedIn(await tryWith('anna', DEMO_PASSWORD)).device;
  for (const forged of [ofSomebodyElse, `${device}x`, device.replace(/\..*/, '.AAAAAAAAAAAAAAAAAAAAAA')]) {
    expect(refusalOf(await withDevice(forged, GUEST_PASSWORD))).toBe('too_often');
  }
  for (let tries = 0; tries < 10; tries += 1) await withDevice(device, 'Wrong-1-password');
  expect(refusalOf(await withDevice(device, GUEST_PASSWORD))).toBe('too_often');
});

test('a browser knows the last four accounts that signed in, and none of them can be read from it', async () => {
  let device: string | undefined;
  const people = ['anna', 'ivan', 'priya', 'marie', 'root'];
  for (const login of people) {
    const form = { login, password: DEMO_PASSWORD, bot_check: await api.answer(), ...(device && { device }) };
    ({ device } = signedIn(await api.call(signIn, form, { address: newAddress() })));
  }
  expect(device).toMatch(/^[\w-]{22}(\.[\w-]{22}){4}$/);
  const known = await Promise.all(
    people.map(async (username) =>
      knownDevice(testServices.services, device, accountOf(await memberOf(testServices, username))),
    ),
  );
  expect(known.map(Boolean)).toEqual([false, true, true, true, true]);
});

test.each([
  ['a username and an e-mail', 'marie', 'MARIE@demo.example'],
  ['a full-width and a plain letter', 'ｎobody@demo.example', 'nobody@demo.example'],
])('the counter of %s doesn’t tell whether there is such an account', async (_, first, second) => {
  const junk = { password: 'Wrong-1-password', bot_check: 'junk' };
  const address = newAddress();
  for (let tries = 0; tries < 10; tries += 1) await api.call(signIn, { ...junk, login: first }, { address });
  expect(refusalOf(await api.call(signIn, { ...junk, login: second }, { address }))).toBe('bot_check_failed');
  expect(refusalOf(await tryWith(second, 'Wrong-1-password'))).toBe('wrong_credentials');
});

test('an unknown e-mail is counted in the form in which e-mails compare, as a known one is', async () => {
  for (const [typed, plain] of [
    ['ｎobody@demo.example', 'nobody@demo.example'],
    ['ｐriya@demo.example', 'priya@demo.example'],
  ] as const) {
    for (let tries = 0; tries < 10; tries += 1) await tryWith(typed, 'Wrong-1-password');
    expect(refusalOf(await tryWith(plain, 'Wrong-1-password'))).toBe('too_often');
  }
});

test('more passwords at once than the machine can check are put off, not queued for ever', async () => {
  const hashes = await Promise.allSettled(
    Array.from({ length: 100 }, () => hashPassword('Wrong-1-password', QUICK_HASH_COSTS.pin)),
  );
  const refused = hashes.flatMap((hash) => (hash.status === 'rejected' ? [hash.reason] : []));
  expect(refused).toHaveLength(100 - 2 - 64);
  for (const reason of refused) expect(reason).toBeInstanceOf(TooManyHashes);

  const tries = Array.from({ length: 100 }, async (_, index) => ({
    login: `crowd${index}`,
    password: 'Wrong-1-password',
    bot_check: await api.answer(),
  }));
  const answers = await Promise.all(
    (await Promise.all(tries)).map((form) => api.call(signIn, form, { address: newAddress() })),
  );
  expect(['unavailable', 'wrong_credentials']).toEqual(expect.arrayContaining(answers.map(refusalOf)));
  expect(refusalOf(await tryWith('anna', DEMO_PASSWORD))).toBe('done');
});

test('a password is still good after five years', async () => {
  const { username } = await newMember(api, testServices);
  testServices.clock.advance(5 * 365 * 86_400);
  expect(refusalOf(await tryWith(username, GUEST_PASSWORD))).toBe('done');
});
