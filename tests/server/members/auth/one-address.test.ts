import { sql } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { getBotCheck, requestReset, resendActivation, signIn, signUp } from '#contracts/auth.ts';
import { DEMO_PASSWORD } from '#server/operator/seed/cast.ts';
import { addressKey, consumeRateLimit, type LimitName, LIMITS } from '#server/api/rate-limits.ts';
import { apiOf, dataOf, newAddress, refusalOf } from '../../../support/app/api.ts';
import { solveBotCheck } from '../../../support/people/bot-check.ts';
import { fillSignUp } from '../../../support/people/guests.ts';
import { createTestServices } from '../../../support/app/services.ts';

const testServices = await createTestServices();
const { services, clock } = testServices;
const api = apiOf(testServices.app);

beforeEach(() => services.db.execute(sql`delete from rate_limits`));

const EASY_BELOW = 120;
type Solved = { bot_check: string; level: number; work: number };

async function solve(address: string): Promise<Solved> {
  const { challenge } = dataOf(await api.call(getBotCheck, {}, { address }));
  const bot_check = await solveBotCheck(challenge);
  const { solution } = JSON.parse(atob(bot_check)) as { solution: { counter: number } };
  const parameters = challenge?.['parameters'] as { data: { level: number } } | undefined;
  return { bot_check, level: parameters?.data.level ?? Number.NaN, work: solution.counter };
}

/** Every form behind a bot check. `easy` is how many an address may send before its checks get harder. */
const forms = {
  'signs up': {
    easy: 10,
    limit: 'signUpAddress',
    send: async (bot_check: string, address: string) =>
      api.call(signUp, await fillSignUp(api, { bot_check }), { address }),
  },
  'asks for a new password': {
    easy: 30,
    limit: 'linkAddress',
    send: (bot_check: string, address: string) =>
      api.call(requestReset, { email: 'nobody@demo.example', bot_check }, { address }),
  },
  'asks for another link': {
    easy: 30,
    limit: 'linkAddress',
    send: (bot_check: string, address: string) =>
      api.call(resendActivation, { email: 'nobody@demo.example', bot_check }, { address }),
  },
  'signs in': {
    easy: 100,
    limit: 'signInAddress',
    send: (bot_check: string, address: string) =>
      api.call(signIn, { login: `nobody-${Math.random()}`, password: DEMO_PASSWORD, bot_check }, { address }),
  },
} as const;

/** Simulates `count` earlier requests from this address. */
async function fill(limit: LimitName, address: string, count: number): Promise<void> {
  await consumeRateLimit(services, limit, addressKey(address));
  await services.db.execute(sql`update rate_limits set count = count + ${count - 1} where key like ${`${limit}:%`}`);
}

test('thirty guests in one hall open the page, and all of them sign up within the hour', async () => {
  const hall = newAddress();
  const opened = await Promise.all(Array.from({ length: 30 }, () => solve(hall)));
  expect(opened.map(({ level }) => level)).toEqual(Array.from(opened, () => 0));
  let renewals = 0;
  for (const { bot_check } of opened) {
    const form = await fillSignUp(api, { bot_check });
    let answer = await api.call(signUp, form, { address: hall });
    // The page does this automatically.
    if (refusalOf(answer) === 'bot_check_failed') {
      renewals += 1;
      const fresh = await solve(hall);
      answer = await api.call(signUp, { ...form, bot_check: fresh.bot_check }, { address: hall });
    }
    expect(refusalOf(answer)).toBe('done');
    clock.advance(10);
  }
  expect(renewals).toBe(10);
});

test.each(Object.entries(forms))(
  'an address from which everyone %s gets dearer checks, up to eight times the work',
  async (_, { easy, limit, send }) => {
    const address = newAddress();
    const levelAfter = async (count: number) => {
      const before = sent;
      await fill(limit, address, count - before);
      sent = count;
      return (await solve(address)).level;
    };
    let sent = 0;
    expect([
      await levelAfter(easy - 1),
      await levelAfter(easy),
      await levelAfter(2 * easy),
      await levelAfter(Math.min(4 * easy, LIMITS[limit].max - 2)),
    ]).toEqual([0, 1, 2, easy === 100 ? 2 : 3]);
    const [hard, elsewhere] = [await solve(address), await solve(newAddress())];
    expect(hard.work).toBeGreaterThanOrEqual(40 * 2 ** hard.level);
    expect(elsewhere).toMatchObject({ level: 0 });
    expect(elsewhere.work).toBeLessThan(EASY_BELOW);
    expect(refusalOf(await send(elsewhere.bot_check, address))).toBe('bot_check_failed');
    expect(refusalOf(await send(hard.bot_check, address))).not.toMatch(/bot_check_failed|too_often/);
  },
);

test('a flood that fetched its easy checks before is refused from the 21st on', async () => {
  const address = newAddress();
  const easy = await Promise.all(Array.from({ length: 30 }, () => solve(newAddress())));
  const answers = [];
  for (const { bot_check } of easy) answers.push(refusalOf(await forms['signs up'].send(bot_check, address)));
  expect(answers).toEqual([...Array(20).fill('done'), ...Array(10).fill('bot_check_failed')]);
});

test('a flood that solves every check ends at the cap, and repeating the last one does not pass it', async () => {
  const address = newAddress();
  await fill('signUpAddress', address, LIMITS.signUpAddress.max - 1);
  const [last, next] = [await solve(address), await solve(address)];
  const form = await fillSignUp(api, { bot_check: last.bot_check });
  expect(refusalOf(await api.call(signUp, form, { address }))).toBe('done');
  expect(refusalOf(await api.call(signUp, form, { address }))).toBe('done');
  for (let times = 0; times < 3; times += 1)
    expect(refusalOf(await forms['signs up'].send(next.bot_check, address))).toBe('too_often');
});

test('junk and a check sent again and again lock nobody out', async () => {
  const address = newAddress();
  const { bot_check } = await solve(address);
  for (let times = 0; times < 60; times += 1) await forms['signs up'].send('made-up', address);
  const tries = [];
  for (let times = 0; times < 30; times += 1)
    tries.push(await api.call(signUp, await fillSignUp(api, { bot_check, username: 'anna' }), { address }));
  expect(tries.map(refusalOf)).toEqual([...Array(10).fill('invalid'), ...Array(20).fill('bot_check_failed')]);
  expect(await solve(address)).toMatchObject({ level: 0 });
});

test('the networks of one IPv6 site share what they have used up', async () => {
  await fill('signUpAddress', '2001:db8:77:1::1', 110);
  expect((await solve('2001:db8:77:ff::1')).level).toBe(1);
  expect((await solve('2001:db8:78:ff::1')).level).toBe(0);
});

test('without JavaScript ten guests of a hall pass, and the eleventh after a quarter of an hour', async () => {
  const hall = newAddress();
  const answers = [];
  for (let guest = 0; guest < 11; guest += 1) answers.push(await forms['signs up'].send(await api.answer(), hall));
  expect(answers.map(refusalOf)).toEqual([...Array(10).fill('done'), 'too_often']);
  clock.advance(15 * 60 + 1);
  expect(refusalOf(await forms['signs up'].send(await api.answer(), hall))).toBe('done');
});
