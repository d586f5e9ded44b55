import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { cancelWithdrawal, getBalance, getWithdrawal, listWithdrawals, requestWithdrawal } from '#contracts/finance.ts';
import { apiOf, dataOf, refusalOf } from '../../../support/app/api.ts';
import { createTestServices } from '../../../support/app/services.ts';
import { DEMO_PIN, giveMoney, moneyCall, signInWithPin, WALLET } from '../../../support/people/money.ts';
import { rawCall } from '../../../support/app/raw-call.ts';

const testServices = await createTestServices();
const { services, app } = testServices;
const api = apiOf(app);
const order = { destination: WALLET, amount: '20.00', pin: DEMO_PIN };
let bearer = '';

beforeAll(async () => {
  await giveMoney(services, 'ivan', 1_000_000_000n);
  bearer = await signInWithPin(api, 'ivan');
});

async function send(input: unknown, uid: string | undefined = randomUUID()) {
  return rawCall(app, '/api/finance/withdrawals/', {
    method: 'POST',
    body: JSON.stringify(input),
    headers: {
      authorization: `Bearer ${bearer}`,
      'content-type': 'application/json',
      'accept-language': 'en',
      ...(uid && { etag: `"${uid}"` }),
    },
  });
}

async function expectUntouched(): Promise<void> {
  expect(dataOf(await api.call(getBalance, {}, { bearer }))).toMatchObject({ available: '1000.00', held: '0.00' });
  const { rows } = await services.db.execute(`select sum(wrong_tries)::int as tries from member_pins`);
  expect(rows[0]).toEqual({ tries: 0 });
}

describe('an amount', () => {
  test.each<[string, unknown]>([
    ['below zero', '-10'],
    ['of nothing', '0'],
    ['of nothing, written long', '0.000000'],
    ['with seven decimals', '0.0000001'],
    ['with an exponent', '1e3'],
    ['that is no number', 'NaN'],
    ['without end', 'Infinity'],
    ['grouped by a space', '1 000,50'],
    ['grouped by a comma', '1,000.50'],
    ['beyond 2^53', '9007199254740993'],
    ['beyond every column', '9'.repeat(24)],
    ['in hex', '0x10'],
    ['in Arabic digits', '٢٠'],
    ['with a sign', '+20'],
    ['that is empty', ''],
    ['that is a number', 20],
    ['in a list', ['20.00']],
    ['in an object', { usdt: '20.00' }],
    ['that is nothing', null],
    ['below the minimum', '9.999999'],
    ['above the balance', '1000.01'],
    ['above the day’s limit', '5000.01'],
  ])('%s is told so at its field', async (_, amount) => {
    const { status, body } = await send({ ...order, amount });
    expect(status).toBe(422);
    expect(body).toMatchObject({ code: 'invalid', fields: { amount: [expect.stringMatching(/^[A-Z].*\.$/)] } });
    expect(Object.keys(body['fields'] as object)).toEqual(['amount']);
    await expectUntouched();
  });
});

describe('a destination', () => {
  const cyrillic = WALLET.replace('M', 'М');
  test.each([
    ['with a wrong checksum', `${WALLET.slice(0, -1)}${WALLET.endsWith('a') ? 'b' : 'a'}`, 'contains a mistake'],
    [
      'with two letters swapped',
      `${WALLET.slice(0, 5)}${WALLET[6]}${WALLET[5]}${WALLET.slice(7)}`,
      'contains a mistake',
    ],
    ['of Ethereum', '0xdAC17F958D2ee523a2206206994597C13D831ec7', 'another network'],
    ['of Bitcoin', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', 'another network'],
    ['of Bitcoin, segwit', 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq', 'another network'],
    ['of Tron in hex', '4182dd6b9966724ae2fdc79b416c7588da67ff1b35', 'another network'],
    ['that is the zero address', 'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb', 'empty address'],
    ['that is the USDT contract', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', 'contract'],
    ['with a Cyrillic letter', cyrillic, 'Copy it again'],
    ['with a space in it', `${WALLET.slice(0, 8)} ${WALLET.slice(8)}`, 'Copy it again'],
    ['with a line break', `${WALLET}\n`, 'Copy it again'],
    ['that is nothing known', 'my wallet'.replace(' ', '-'), 'Enter a USDT'],
    ['that is empty', '', 'Fill in|Enter'],
  ])('%s is told so at its field', async (_, destination, words) => {
    const { status, body } = await send({ ...order, destination });
    expect(status).toBe(422);
    const { destination: said } = body['fields'] as { destination: string[] };
    expect(said.join()).toMatch(new RegExp(words));
    await expectUntouched();
  });
});

test.each(['status', 'fee', 'user_id', 'state', 'member_id', '__proto__x'])(
  'a field that does not belong, like %s, is refused',
  async (name) => {
    const { status, body } = await send({ ...order, [name]: 'approved' });
    expect(status).toBe(422);
    expect(Object.keys(body['fields'] as object)).toEqual([name]);
    await expectUntouched();
  },
);

test('without a uid nothing moves', async () => {
  const { status, body } = await send(order, '');
  expect([status, body['code']]).toEqual([400, 'uid_required']);
  expect((await send(order, 'short')).status).toBe(400);
  await expectUntouched();
});

test('somebody else’s withdrawal is not there, by any call', async () => {
  const mine = await signInWithPin(api, 'marie');
  await giveMoney(services, 'marie', 50_000_000n);
  const { id } = dataOf(await moneyCall(api, requestWithdrawal, { ...order, amount: '10.5' }, { bearer: mine }));
  expect(refusalOf(await api.call(getWithdrawal, { id }, { bearer }))).toBe('not_found');
  expect(refusalOf(await moneyCall(api, cancelWithdrawal, { id }, { bearer }))).toBe('not_found');
  expect(dataOf(await api.call(listWithdrawals, {}, { bearer })).items).toEqual([]);
  for (const strange of ['1', 'null', `${id}'--`, id.toUpperCase(), '../balance', randomUUID()]) {
    expect(refusalOf(await api.call(getWithdrawal, { id: strange }, { bearer: mine }))).toBe('not_found');
  }
});

test('the same uid for another request is a mistake, and for the same one the same answer', async () => {
  const mine = await signInWithPin(api, 'jonas');
  await giveMoney(services, 'jonas', 500_000_000n);
  const uid = randomUUID();
  const asked = { ...order, amount: '150.00' };
  const first = await moneyCall(api, requestWithdrawal, asked, { bearer: mine, uid });
  const again = await moneyCall(api, requestWithdrawal, asked, { bearer: mine, uid });
  expect(again).toEqual(first);
  expect(
    refusalOf(await moneyCall(api, requestWithdrawal, { ...asked, amount: '160.00' }, { bearer: mine, uid })),
  ).toBe('uid_reused');
  const { id } = dataOf(first);
  expect(refusalOf(await moneyCall(api, cancelWithdrawal, { id }, { bearer: mine, uid }))).toBe('uid_reused');
  expect(dataOf(await api.call(getBalance, {}, { bearer: mine }))).toMatchObject({
    available: '350.00',
    held: '150.00',
  });
});

test('a hundred requests with as many uids stop at five an hour', async () => {
  await giveMoney(services, 'root', 1_000_000_000n);
  const mine = await signInWithPin(api, 'root');
  const answers = await Promise.all(
    Array.from({ length: 100 }, () => moneyCall(api, requestWithdrawal, order, { bearer: mine })),
  );
  const codes = answers.map(refusalOf);
  expect(codes.filter((code) => code === 'done')).toHaveLength(5);
  expect(new Set(codes.filter((code) => code !== 'done'))).toEqual(new Set(['too_often']));
  expect(dataOf(await api.call(getBalance, {}, { bearer: mine })).held).toBe('100.00');
});

test('the uid of one member says nothing about another’s', async () => {
  const uid = randomUUID();
  await giveMoney(services, 'priya', 100_000_000n);
  await giveMoney(services, 'anna', 100_000_000n);
  const [priya, anna] = [await signInWithPin(api, 'priya'), await signInWithPin(api, 'anna')];
  const hers = dataOf(await moneyCall(api, requestWithdrawal, order, { bearer: priya, uid }));
  const annas = dataOf(await moneyCall(api, requestWithdrawal, order, { bearer: anna, uid }));
  expect(annas.id).not.toBe(hers.id);
});
