import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { requestWithdrawal } from '#contracts/finance.ts';
import { sendSupport } from '#contracts/support.ts';
import { LIMITS } from '#server/api/rate-limits.ts';
import { dataOf, refusalOf } from '../../../support/app/api.ts';
import { askerOf } from '../../../support/people/asker.ts';
import { openMarket } from '../../../support/people/buy.ts';
import { DEMO_PIN, giveMoney, moneyCall, signInWithPin, WALLET } from '../../../support/people/money.ts';
import { rawCall } from '../../../support/app/raw-call.ts';

const market = await openMarket();
const { api, app, bearerOf, clock, services } = market;
const asker = async (username: string) => askerOf(api, await bearerOf(username));
const HOUR = 3601;

/** Resets the limits per hour. */
const waitAnHour = () => clock.advance(HOUR);

describe('a member asks', () => {
  test('and has a number, and their words as they wrote them', async () => {
    const anna = await asker('anna');
    const message = 'Hello,\nwhere is <b>my</b> place? {{number}} $t(mail:footer) 👩‍💻';
    const { number } = dataOf(await anna.ask({ topic: 'places', message }));
    expect(number).toMatch(/^S-\d{5}$/);
    expect((await anna.see())[0]).toEqual({
      ...{ id: Number(number.slice(2)), number, topic: 'places', message, about: null, state: 'open' },
      ...{ created_at: clock.now().toISOString(), is_unread: false, answers: [] },
    });
  });

  test('twice with one uid, and it is one request', async () => {
    const ivan = await asker('ivan');
    const uid = randomUUID();
    const answers = await Promise.all(Array.from({ length: 10 }, () => ivan.ask({}, uid)));
    expect(new Set(answers.map((answer) => dataOf(answer).number)).size).toBe(1);
    expect(await ivan.see()).toHaveLength(1);
    expect(refusalOf(await ivan.ask({ message: 'Something else' }, uid))).toBe('uid_reused');
    expect(await ivan.see()).toHaveLength(1);
  });

  test('six times an hour, of which five are kept', async () => {
    const priya = await asker('priya');
    const answers = await Promise.all(Array.from({ length: 20 }, () => priya.ask()));
    expect(answers.map(refusalOf).filter((code) => code === 'done')).toHaveLength(LIMITS.supportAccount.max);
    expect(new Set(answers.map(refusalOf))).toEqual(new Set(['done', 'too_often']));
    expect(await priya.see()).toHaveLength(5);
    waitAnHour();
    expect(refusalOf(await (await asker('priya')).ask())).toBe('done');
  });

  test('wrongly many times, and may still ask rightly', async () => {
    waitAnHour();
    const anna = await asker('anna');
    for (let tries = 0; tries < 10; tries += 1) {
      expect(refusalOf(await anna.ask({ about: `transaction:${randomUUID()}` }))).toBe('invalid');
      expect(refusalOf(await anna.ask({ message: ' ' }))).toBe('invalid');
    }
    expect(refusalOf(await anna.ask())).toBe('done');
  });
});

describe('a message', () => {
  const fieldsOf = async (input: Record<string, unknown>) => {
    waitAnHour();
    const { status, body } = await rawCall(app, sendSupport.path, {
      method: 'POST',
      body: JSON.stringify({ topic: 'other', message: 'Hello', ...input }),
      headers: {
        authorization: `Bearer ${await bearerOf('marie')}`,
        'content-type': 'application/json',
        'accept-language': 'en',
        etag: `"${randomUUID()}"`,
      },
    });
    return { status, fields: Object.keys((body['fields'] as object | undefined) ?? {}) };
  };

  test.each<[string, string]>([
    ['of exactly 1000 characters', 'я'.repeat(1000)],
    ['with markup', '<script>alert(1)</script><img src=x onerror=alert(1)>'],
    ['with a right-to-left override', 'invoice\u202Efdp.exe'],
    ['with joiners and zero-width characters', 'க்\u200Dஷ क्\u200Cष a\u200Bb'],
    ['of one emoji', '🙏'],
    ['with quotes of SQL', "'; drop table support_requests; --"],
    ['with half of a pair', 'cut off \uD83D'],
  ])('%s is kept', async (_, message) => {
    expect(await fieldsOf({ message })).toEqual({ status: 201, fields: [] });
  });

  test.each<[string, unknown]>([
    ['of 1001 characters', 'x'.repeat(1001)],
    ['with a NUL', 'a\0b'],
    ['of nothing', ''],
    ['of spaces', ' \n\t '],
    ['of what nobody can see', '\u200B\u2060\uFEFF\u202E'],
    ['that is a number', 42],
    ['in a list', ['Hello']],
    ['that is nothing', null],
  ])('%s is told so at its field', async (_, message) => {
    expect(await fieldsOf({ message })).toEqual({ status: 422, fields: ['message'] });
  });

  test.each<[string, unknown]>([
    ['empty', ''],
    ['unknown', 'money'],
    ['of another case', 'Other'],
    ['inherited', 'constructor'],
    ['of a list', ['other']],
    ['nothing', null],
  ])('needs a topic that there is, not one that is %s', async (_, topic) => {
    expect(await fieldsOf({ topic })).toEqual({ status: 422, fields: ['topic'] });
  });

  test.each<[string, unknown]>([
    ['an id without a kind', randomUUID()],
    ['a member', `member:${randomUUID()}`],
    ['an id that is none', 'transaction:1'],
    ['an address', 'https://evil.example'],
    ['something behind it', `transaction:${randomUUID()} or 1=1`],
    ['an object', { kind: 'transaction' }],
  ])('can’t be about %s', async (_, about) => {
    expect(await fieldsOf({ about })).toEqual({ status: 422, fields: ['about'] });
  });

  test('takes no field that does not belong', async () => {
    expect(await fieldsOf({ member_id: 1 })).toEqual({ status: 422, fields: ['member_id'] });
    expect(await fieldsOf({ state: 'closed' })).toEqual({ status: 422, fields: ['state'] });
    expect(await fieldsOf({ send_email: 'yes' })).toEqual({ status: 422, fields: ['send_email'] });
  });
});

describe('a request is about', () => {
  test('a transaction of one’s own, and of nobody else', async () => {
    const { id } = await market.request('jonas', 'licenses-1');
    const about = `transaction:${id}`;
    const jonas = await asker('jonas');
    expect(refusalOf(await jonas.ask({ about }))).toBe('done');
    expect((await jonas.see())[0]?.about).toEqual({ kind: 'transaction', id });
    waitAnHour();
    const ivan = await asker('ivan');
    expect(await ivan.ask({ about })).toMatchObject({
      error: { code: 'invalid', fields: { about: [expect.any(String)] } },
    });
    expect(refusalOf(await jonas.ask({ about: `withdrawal:${id}` }))).toBe('no_session');
    expect(refusalOf(await (await asker('jonas')).ask({ about: `withdrawal:${id}` }))).toBe('invalid');
  });

  test('a withdrawal of one’s own, and of nobody else', async () => {
    await giveMoney(services, 'marie', 50_000_000n);
    const bearer = await signInWithPin(api, 'marie');
    const order = { destination: WALLET, amount: '20.00', pin: DEMO_PIN };
    const { id } = dataOf(await moneyCall(api, requestWithdrawal, order, { bearer }));
    const about = `withdrawal:${id}`;
    waitAnHour();
    expect(refusalOf(await (await asker('marie')).ask({ about }))).toBe('done');
    expect(refusalOf(await (await asker('anna')).ask({ about }))).toBe('invalid');
  });

  test('nothing, when that is what was said', async () => {
    waitAnHour();
    const ivan = await asker('ivan');
    expect(refusalOf(await ivan.ask({ about: '' }))).toBe('done');
    expect((await ivan.see())[0]?.about).toBeNull();
  });
});

test('a guest asks nothing and sees nothing', async () => {
  const stranger = askerOf(api, 'not-a-token');
  expect(refusalOf(await stranger.ask())).toBe('no_session');
  await expect(stranger.see()).rejects.toThrow('no_session');
});
