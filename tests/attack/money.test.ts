import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { DEMO_PASSWORD } from '#server/operator/seed/cast.ts';
import { verifyLedger } from '#server/ledger/verify/verify-ledger.ts';
import { type HttpAnswer, jsonOf } from '../support/app/http.ts';
import { brokenInvariants } from '../support/db/invariants.ts';
import { DEMO_PIN, giveMoney, WALLET } from '../support/people/money.ts';
import { openTarget } from '../support/app/target.ts';

const target = await openTarget();
const { services } = target;
const WITHDRAWALS = '/api/finance/withdrawals/';
const order = { destination: WALLET, amount: '200.00', pin: DEMO_PIN };
const bearers: Record<string, string> = {};

type Sending = { uid?: string | undefined; path?: string; body?: string; headers?: Record<string, string> };

/** Sends a withdrawal in the session of `who`. */
function send(who: string, fields: unknown, { uid = randomUUID(), path = WITHDRAWALS, body, headers }: Sending = {}) {
  const request = jsonOf(fields);
  const all = { ...request.headers, etag: `"${uid}"`, ...headers };
  return target.send({ ...request, path, headers: all, ...(body !== undefined && { body }) }, { bearer: bearers[who] });
}

const codeOf = ({ status, text }: HttpAnswer) => (status < 300 ? 'done' : JSON.parse(text).code);

async function balanceOf(who: string): Promise<{ available: string; held: string }> {
  const { text } = await target.send({ method: 'GET', path: '/api/finance/balance/' }, { bearer: bearers[who] });
  const { available, held } = JSON.parse(text);
  return { available, held };
}

beforeAll(async () => {
  for (const who of ['root', 'anna', 'ivan', 'priya', 'jonas', 'marie']) {
    bearers[who] = (await target.session(who)).access;
    await giveMoney(services, who, 1_000_000_000n);
    const pin = { pin: DEMO_PIN, pin_repeat: DEMO_PIN, password: DEMO_PASSWORD };
    expect((await send(who, pin, { path: '/api/users/pin/' })).status).toBe(200);
  }
});

describe('an amount moves nothing', () => {
  test.each<[string, string]>([
    ['below zero', '"-200"'],
    ['of minus nothing', '"-0"'],
    ['of nothing', '"0.000000"'],
    ['as a number', '200'],
    ['as a number with an exponent', '2e2'],
    ['with an exponent', '"2e2"'],
    ['with seven decimals', '"200.0000001"'],
    ['beyond 64 bits', '"18446744073709551616"'],
    ['one beyond 63 bits of micros', '"9223372036854.775808"'],
    ['in wide digits', '"２００"'],
    ['in Devanagari digits', '"२००"'],
    ['in Roman signs of one', '"Ⅷ"'],
    ['with an invisible sign', '"20\u200b0"'],
    ['with a minus of typesetters', '"\u2212200"'],
    ['with a NUL', '"200\\u0000"'],
    ['with a line break', '"200\\n"'],
    ['in hex', '"0xc8"'],
    ['without end', '"Infinity"'],
    ['that is none', '"NaN"'],
    ['in a list', '["200"]'],
    ['in an object', '{"$gt":"0"}'],
    ['true', 'true'],
    ['of nobody', 'null'],
    ['with two points', '"200.00.00"'],
    ['with a comma', '"200,00"'],
    ['with a currency', '"200 USDT"'],
    ['of a thousand digits', `"${'9'.repeat(1000)}"`],
  ])('%s', async (_, amount) => {
    const body = `{"destination":"${WALLET}","pin":"${DEMO_PIN}","amount":${amount}}`;
    const answer = await send('anna', {}, { body });
    expect(answer.status).toBe(422);
    expect(Object.keys(JSON.parse(answer.text).fields)).toEqual(['amount']);
    expect(await balanceOf('anna')).toEqual({ available: '1000.00', held: '0.00' });
  });
});

describe('a body says something twice', () => {
  test('and what counts is what the last one says, once', async () => {
    const body = `{"destination":"${WALLET}","pin":"${DEMO_PIN}","amount":"-1","amount":"150.00"}`;
    const answer = await send('jonas', {}, { body });
    expect(JSON.parse(answer.text).amount).toBe('150.00');
    expect(await balanceOf('jonas')).toEqual({ available: '850.00', held: '150.00' });
  });

  test.each<[string, string, string[]]>([
    ['__proto__', '"__proto__":{"amount":"150.00"}', ['__proto__', 'amount']],
    ['constructor', '"constructor":{"prototype":{"amount":"150.00"}}', ['amount', 'constructor']],
    ['toString', '"toString":"x","amount":"150.00"', ['toString']],
  ])('%s makes up no field', async (_, odd, faulted) => {
    const body = `{${odd},"destination":"${WALLET}","pin":"${DEMO_PIN}"}`;
    const answer = await send('anna', {}, { body });
    expect(answer.status).toBe(422);
    expect(Object.keys(JSON.parse(answer.text).fields).toSorted()).toEqual(faulted);
    expect(({} as Record<string, unknown>)['amount']).toBeUndefined();
    expect(await balanceOf('anna')).toEqual({ available: '1000.00', held: '0.00' });
  });
});

describe('one uid', () => {
  test('of which fifty copies come at once moves money once', async () => {
    await target.forgetTries();
    const uid = randomUUID();
    const before = await balanceOf('ivan');
    const answers = await Promise.all(Array.from({ length: 50 }, () => send('ivan', order, { uid })));
    const codes = new Set(answers.map(codeOf));
    expect([...codes].every((code) => code === 'done' || code === 'in_flight')).toBe(true);
    const again = await send('ivan', order, { uid });
    const done = answers.filter(({ status }) => status === 201).map(({ text }) => text);
    expect(new Set([...done, again.text]).size).toBe(1);
    const after = await balanceOf('ivan');
    expect(Number(after.available)).toBe(Number(before.available) - 200);
    expect(Number(after.held)).toBe(Number(before.held) + 200);
  });

  test.each<[string, Record<string, unknown>]>([
    ['amount', { ...order, amount: '201.00' }],
    ['destination', { ...order, destination: 'QCHAIN0000000000000001' }],
    ['PIN', { ...order, pin: '0000' }],
  ])('with another %s is a mistake, and moves nothing', async (_, other) => {
    await target.forgetTries();
    const uid = randomUUID();
    const before = await balanceOf('priya');
    const first = await send('priya', { ...order, amount: '101.00' }, { uid });
    expect(codeOf(first)).toBe('done');
    const second = await send('priya', { ...order, amount: '101.00', ...other }, { uid });
    expect(codeOf(second)).toBe('uid_reused');
    expect(Number((await balanceOf('priya')).held)).toBe(Number(before.held) + 101);
  });

  test.each([undefined, '', '""', '*', 'short', 'ü'.repeat(9), `"${'x'.repeat(129)}"`, '"a b c d e f g"', 'null'])(
    'that is none, %o, moves nothing',
    async (etag) => {
      await target.forgetTries();
      const request = jsonOf(order);
      const headers = { ...request.headers, ...(etag !== undefined && { etag: Buffer.from(etag).toString('latin1') }) };
      const answer = await target.send({ ...request, path: WITHDRAWALS, headers }, { bearer: bearers['anna'] });
      expect(codeOf(answer)).toBe('uid_required');
      expect(await balanceOf('anna')).toEqual({ available: '1000.00', held: '0.00' });
    },
  );

  test('of somebody else’s attempt gives neither their answer nor their money', async () => {
    await target.forgetTries();
    const uid = randomUUID();
    const hers = JSON.parse((await send('priya', { ...order, amount: '102.00' }, { uid })).text);
    const his = JSON.parse((await send('ivan', { ...order, amount: '102.00' }, { uid })).text);
    expect(his.id).not.toBe(hers.id);
    const path = `${WITHDRAWALS}${hers.id}/cancellation/`;
    expect(codeOf(await send('ivan', {}, { path }))).toBe('not_found');
    expect(codeOf(await send('ivan', {}, { path, uid }))).toBe('uid_reused');
  });
});

describe('a PIN', () => {
  test('is guessed five times, however many guesses come at once and by how many sessions', async () => {
    await target.forgetTries();
    const sessions = await Promise.all(Array.from({ length: 6 }, () => target.session('marie')));
    const guesses = Array.from({ length: 60 }, (_, index) => String(5_000 + index));
    const answers = await Promise.all(
      guesses.map((pin, index) => {
        const request = jsonOf({ ...order, pin });
        const headers = { ...request.headers, etag: `"${randomUUID()}"` };
        return target.send({ ...request, path: WITHDRAWALS, headers }, { bearer: sessions[index % 6]!.access });
      }),
    );
    const wrong = answers.map(codeOf).filter((code) => code === 'pin_wrong');
    expect(wrong.length).toBeLessThanOrEqual(5);
    expect(new Set(answers.map(codeOf)).has('done')).toBe(false);
    const { rows } = await services.db.execute<{ tries: number }>(sql`
      select wrong_tries as tries from member_pins where member_id = (select id from members where username = 'marie')`);
    expect(rows[0]?.tries).toBeLessThanOrEqual(5);
    // The right PIN is refused, too, even in another session.
    bearers['marie'] = (await target.session('marie')).access;
    expect(['pin_waits', 'too_often']).toContain(codeOf(await send('marie', order)));
    await services.db.execute(sql`delete from rate_limits`);
    expect(codeOf(await send('marie', order))).toBe('pin_waits');
    expect(await balanceOf('marie')).toEqual({ available: '1000.00', held: '0.00' });
  });

  test.each(['４８２６', '٤٨٢٦', ' 4826', '4826\n', '04826', '4826.0', '+4826', '48 26', '4826\0'])(
    'written %o is none',
    async (pin) => {
      await target.forgetTries();
      const answer = await send('anna', { ...order, pin });
      expect(answer.status).toBe(422);
      expect(codeOf(answer)).toBe('invalid');
      expect(await balanceOf('anna')).toEqual({ available: '1000.00', held: '0.00' });
    },
  );

  test.each([4826, ['4826'], { pin: '4826' }, true, null])('sent as %j is none', async (pin) => {
    await target.forgetTries();
    expect(codeOf(await send('anna', { ...order, pin }))).toBe('invalid');
  });

  test('is not set anew by whoever has the session, with or without the password', async () => {
    const pins = { pin: '9182', pin_repeat: '9182' };
    for (const password of [DEMO_PASSWORD, 'Wrong-1-password', '']) {
      const { status } = await send('anna', { ...pins, password }, { path: '/api/users/pin/' });
      expect([409, 422]).toContain(status);
    }
    await target.forgetTries();
    expect(codeOf(await send('anna', { ...order, pin: '9182' }))).toBe('pin_wrong');
    await target.forgetTries();
  });
});

test('of forty withdrawals of 200 at once no more are taken than there is money and an hour allows', async () => {
  await target.forgetTries();
  const answers = await Promise.all(Array.from({ length: 40 }, () => send('root', order)));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(5);
  expect(await balanceOf('root')).toEqual({ available: '0.00', held: '1000.00' });
});

test('and after all of it the ledger is sound', async () => {
  expect(await brokenInvariants(services.db)).toEqual([]);
  expect((await verifyLedger(services)).findings).toEqual([]);
});
