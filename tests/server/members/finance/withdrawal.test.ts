import { expect, test } from 'vitest';
import { cancelWithdrawal, getBalance, requestWithdrawal } from '#contracts/finance.ts';
import { apiOf, dataOf } from '../../../support/app/api.ts';
import { createTestServices } from '../../../support/app/services.ts';
import { DEMO_PIN, giveMoney, moneyCall, signInWithPin, WALLET } from '../../../support/people/money.ts';

const testServices = await createTestServices();
const { services, app } = testServices;
const api = apiOf(app);

test('Ivan asks for 150 of his 500, takes it back, and has 500 again', async () => {
  await giveMoney(services, 'ivan', 500_000_000n);
  const bearer = await signInWithPin(api, 'ivan');
  const order = { destination: WALLET, amount: '150.00', pin: DEMO_PIN };
  const asked = dataOf(await moneyCall(api, requestWithdrawal, order, { bearer }));
  expect(asked).toMatchObject({ state: 'requested', network: 'trc20', arrives: '150.00' });
  expect(dataOf(await api.call(getBalance, {}, { bearer }))).toMatchObject({ available: '350.00', held: '150.00' });
  const back = dataOf(await moneyCall(api, cancelWithdrawal, { id: asked.id }, { bearer }));
  expect(back.steps.map(({ state }) => state)).toEqual(['requested', 'cancelled']);
  expect(dataOf(await api.call(getBalance, {}, { bearer }))).toMatchObject({
    available: '500.00',
    held: '0.00',
    total: '500.00',
  });
});
