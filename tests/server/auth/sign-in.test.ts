import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { signIn } from '#contracts/auth.ts';
import { DEMO_PASSWORD } from '#server/db/seed/cast.ts';
import { members } from '#server/db/schema/index.ts';
import { apiOf, newAddress, refusalOf } from '../../support/api.ts';
import { GUEST_PASSWORD, newMember } from '../../support/guests.ts';
import { openTestHouse } from '../../support/house.ts';

const testHouse = await openTestHouse();
const api = apiOf(testHouse.app);
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

test('only who knows the password learns that an account is not activated', async () => {
  expect(refusalOf(await tryWith('lena', 'Wrong-1-password'))).toBe('wrong_credentials');
  expect(await tryWith('lena', DEMO_PASSWORD)).toMatchObject({ error: { status: 409, code: 'not_activated' } });
});

test('only who knows the password learns that an account is blocked', async () => {
  const { username } = await newMember(api, testHouse);
  await testHouse.house.db.update(members).set({ blockedAt: new Date() }).where(eq(members.username, username));
  expect(refusalOf(await tryWith(username, 'Wrong-1-password'))).toBe('wrong_credentials');
  expect(await tryWith(username, GUEST_PASSWORD)).toMatchObject({ error: { status: 423, code: 'member_blocked' } });
});

test('the eleventh try at one account waits out the quarter of an hour, wherever it comes from', async () => {
  for (let tries = 0; tries < 5; tries += 1) await tryWith('jonas', 'Wrong-1-password');
  testHouse.clock.advance(600);
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
  testHouse.clock.advance(299);
  expect(refusalOf(await tryWith('jonas', DEMO_PASSWORD))).toBe('too_often');
  testHouse.clock.advance(1);
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

test('a hundred names from one address are too many', async () => {
  const address = newAddress();
  const form = { password: 'Wrong-1-password', bot_check: 'none' };
  for (let tries = 0; tries < 100; tries += 1) await api.call(signIn, { ...form, login: `name${tries}` }, { address });
  expect(refusalOf(await api.call(signIn, { ...form, login: 'anna' }, { address }))).toBe('too_often');
  expect(refusalOf(await api.call(signIn, { ...form, login: 'anna' }, { address: newAddress() }))).toBe(
    'bot_check_failed',
  );
});

test('more passwords at once than the machine can check are put off, not queued for ever', async () => {
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
