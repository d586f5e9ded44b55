import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { getBalance, requestWithdrawal, setPin } from '#contracts/finance.ts';
import { createApp } from '#server/http/calls/app.ts';
import { memberPins } from '#server/db/schema/index.ts';
import { DEMO_PASSWORD } from '#server/operator/seed/cast.ts';
import { clearPin } from '#server/members/finance/index.ts';
import { findByLogin } from '#server/members/auth/find-member.ts';
import { apiOf, dataOf, newAddress, refusalOf } from '../../../support/app/api.ts';
import { GUEST_PASSWORD, newMember } from '../../../support/people/guests.ts';
import { hashOfCost } from '../../../support/app/hash-of-cost.ts';
import { createTestServices } from '../../../support/app/services.ts';
import { emailsTo } from '../../../support/people/emails.ts';
import { DEMO_PIN, giveMoney, moneyCall, signInWithPin, WALLET } from '../../../support/people/money.ts';
import { rawCall } from '../../../support/app/raw-call.ts';
import { memberOf } from '../../../support/app/stage.ts';

const testServices = await createTestServices();
const { services, app, clock } = testServices;
const api = apiOf(app);
const HOUR = 3600;
const MINUTE = 60;

const order = (pin: string) => ({ destination: WALLET, amount: '10.00', pin });
const tryPin = async (bearer: string, pin: string) => moneyCall(api, requestWithdrawal, order(pin), { bearer });
/** A session lasts an hour, a wait longer. */
const signInAgain = async (username: string) => (await api.signIn(username)).access;

test('a PIN is set once, with the password, and an e-mail says so', async () => {
  const { access: bearer } = await api.signIn('marie');
  const set = (pin: string, password = DEMO_PASSWORD) =>
    api.call(setPin, { pin, pin_repeat: pin, password }, { bearer });
  const wrong = await set(DEMO_PIN, 'Wrong-1!');
  expect(wrong).toMatchObject({ error: { fields: { password: ['Wrong password. Try again.'] } } });
  expect(dataOf(await set(DEMO_PIN))).toEqual({});
  expect(refusalOf(await set('9182'))).toBe('pin_already_set');
  const emails = await emailsTo(testServices, 'marie@demo.example');
  expect(emails.map(({ subject }) => subject)).toHaveLength(1);
  expect(JSON.stringify(emails)).not.toContain(DEMO_PIN);
});

test('whoever copies the database has a slow hash of a PIN, not the PIN', async () => {
  const { username } = await newMember(api, testServices);
  const { access: bearer } = await api.signIn(username, GUEST_PASSWORD);
  await api.call(setPin, { pin: DEMO_PIN, pin_repeat: DEMO_PIN, password: GUEST_PASSWORD }, { bearer });
  const { id } = await memberOf(testServices, username);
  const [kept] = await services.db.select().from(memberPins).where(eq(memberPins.memberId, id));
  expect(kept?.pinHash).toMatch(hashOfCost(services.config.hashCosts.pin));
});

test.each([
  ['three digits', '482'],
  ['five digits', '48261'],
  ['spaces', ' 482'],
  ['letters', '48z6'],
  ['Arabic digits', '٤٨٢٦'],
  ['a line break', '4826\n'],
  ['one digit four times', '7777'],
  ['the first that anybody tries', '1234'],
  ['the second', '4321'],
])('a PIN of %s is refused at its field', async (_, pin) => {
  const { access: bearer } = await api.signIn('priya');
  const answer = await api.call(setPin, { pin, pin_repeat: pin, password: DEMO_PASSWORD }, { bearer });
  expect(answer).toMatchObject({ success: false, error: { code: 'invalid', fields: { pin: [expect.any(String)] } } });
});

test('two PINs that differ are told so, and a number is no PIN', async () => {
  const { access: bearer } = await api.signIn('priya');
  const differ = await api.call(setPin, { pin: '4826', pin_repeat: '4827', password: DEMO_PASSWORD }, { bearer });
  expect(differ).toMatchObject({ error: { fields: { pin_repeat: ['PINs don’t match. Enter the same PIN twice.'] } } });
  const number = await rawCall(app, setPin.path, {
    method: 'POST',
    body: JSON.stringify({ pin: 4826, pin_repeat: 4826, password: DEMO_PASSWORD }),
    headers: { 'content-type': 'application/json', authorization: `Bearer ${bearer}`, etag: `"${randomUUID()}"` },
  });
  expect(number.status).toBe(422);
  expect(number.body).toMatchObject({ code: 'invalid', fields: { pin: [expect.any(String)] } });
});

test('what is no PIN counts no try', async () => {
  await giveMoney(services, 'ivan', 100_000_000n);
  const bearer = await signInWithPin(api, 'ivan');
  for (const pin of ['', '12', '12345', 'abcd', '٤٨٢٦', ' 482', '4 8 2 6']) {
    expect(refusalOf(await tryPin(bearer, pin))).toBe('invalid');
  }
  expect(await tryPin(bearer, '0000')).toMatchObject({
    error: { code: 'pin_wrong', fields: { pin: ['Wrong PIN. 4 attempts left.'] } },
  });
  expect(refusalOf(await tryPin(bearer, DEMO_PIN))).toBe('done');
});

test('nothing else that is wrong with a request counts a try', async () => {
  await giveMoney(services, 'priya', 100_000_000n);
  const bearer = await signInWithPin(api, 'priya');
  const wrong = { destination: 'T-nowhere', amount: '10.00', pin: '0000' };
  expect(refusalOf(await moneyCall(api, requestWithdrawal, wrong, { bearer }))).toBe('invalid');
  const tooMuch = { ...order('0000'), amount: '999999.00' };
  expect(refusalOf(await moneyCall(api, requestWithdrawal, tooMuch, { bearer }))).toBe('invalid');
  expect(await tryPin(bearer, '0000')).toMatchObject({
    error: { fields: { pin: [expect.stringContaining('4 attempts')] } },
  });
});

test('the same wrong request a hundred times is one try', async () => {
  await giveMoney(services, 'jonas', 100_000_000n);
  const bearer = await signInWithPin(api, 'jonas');
  const uid = 'the-same-every-time';
  const answers = await Promise.all(
    Array.from({ length: 100 }, () => moneyCall(api, requestWithdrawal, order('0000'), { bearer, uid })),
  );
  expect(answers.map(refusalOf).filter((code) => code !== 'in_flight' && code !== 'pin_wrong')).toEqual([]);
  expect(await tryPin(bearer, '0001')).toMatchObject({
    error: { fields: { pin: [expect.stringContaining('3 attempts')] } },
  });
});

test('wrong PINs wait longer and longer, the tenth closes, and only support opens again', async () => {
  await giveMoney(services, 'anna', 500_000_000n);
  await signInWithPin(api, 'anna');
  const outcomes: string[] = [];
  for (const waitSeconds of [0, 0, 0, 0, 15 * MINUTE, 0, HOUR, 0, 24 * HOUR, 0]) {
    const bearer = await signInAgain('anna');
    outcomes.push(refusalOf(await tryPin(bearer, '0000')));
    if (waitSeconds > 0) {
      // Even the right PIN has to wait now.
      expect(await tryPin(bearer, DEMO_PIN)).toMatchObject({
        error: { code: 'pin_waits', retryAfterSeconds: waitSeconds },
      });
      expect(dataOf(await api.call(getBalance, {}, { bearer })).withdrawal.reason?.code).toBe('pin_waits');
    }
    clock.advance(waitSeconds);
  }
  const open = 'pin_wrong';
  const waits = 'pin_waits';
  expect(outcomes).toEqual([open, open, open, open, waits, open, waits, open, waits, 'pin_closed']);

  clock.advance(30 * 24 * HOUR);
  const bearer = await signInAgain('anna');
  expect(refusalOf(await tryPin(bearer, DEMO_PIN))).toBe('pin_closed');
  expect(
    refusalOf(await api.call(setPin, { pin: '9182', pin_repeat: '9182', password: DEMO_PASSWORD }, { bearer })),
  ).toBe('pin_already_set');

  const anna = await findByLogin(services.db, 'anna');
  expect(await services.transaction((tx) => clearPin(tx, services, anna!))).toBe(true);
  const set = await api.call(setPin, { pin: '9182', pin_repeat: '9182', password: DEMO_PASSWORD }, { bearer });
  expect(refusalOf(set)).toBe('done');
  expect(refusalOf(await tryPin(bearer, '9182'))).toBe('withdrawals_paused');
  clock.advance(72 * HOUR + 1);
  expect(refusalOf(await tryPin(await signInAgain('anna'), '9182'))).toBe('done');
});

const PINS = Number(process.env['PINS'] ?? 300);

test(`somebody who tries ${PINS} PINs, from everywhere, with all the time in the world, gets to try ten`, async () => {
  await giveMoney(services, 'root', 100_000_000n);
  await signInWithPin(api, 'root');
  let tried = 0;
  let bearer = '';
  let attacked = api;
  for (let number = 0; number < PINS; number += 1) {
    // A new session and a new copy of the app must not reset the count.
    if (number % 50 === 0) {
      attacked = apiOf(createApp(services));
      bearer = await signInAgain('root');
    }
    const pin = String(number).padStart(4, '0');
    const answer = await attacked.call(requestWithdrawal, order(pin), {
      bearer,
      uid: `attack-${pin}`,
      address: newAddress(),
    });
    expect(answer.success).toBe(false);
    const code = refusalOf(answer);
    const retryAfter = answer.success ? 0 : (answer.error.retryAfterSeconds ?? 0);
    if (code === 'pin_wrong' || [900, 3600, 86_400].includes(retryAfter) || (code === 'pin_closed' && tried < 10)) {
      tried += 1;
    }
    if (retryAfter > 0) {
      clock.advance(retryAfter);
      bearer = await signInAgain('root');
    }
  }
  expect(tried).toBe(10);
  const { rows } = await services.db.execute<{ wrong_tries: number }>(
    `select wrong_tries from member_pins p join members m on m.id = p.member_id where username = 'root'`,
  );
  expect(rows[0]?.wrong_tries).toBe(10);
});
