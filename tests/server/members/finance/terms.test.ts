import { describe, expect, test } from 'vitest';
import { getBalance, getWithdrawal, requestWithdrawal } from '#contracts/finance.ts';
import { listNotices } from '#contracts/notices.ts';
import { changePassword } from '#contracts/settings.ts';
import { DEMO_PASSWORD } from '#server/operator/seed/cast.ts';
import { verifyLedger } from '#server/ledger/verify/verify-ledger.ts';
import { apiOf, dataOf, newAddress, refusalOf } from '../../../support/app/api.ts';
import { createTestServices } from '../../../support/app/services.ts';
import { emailsTo } from '../../../support/people/emails.ts';
import { DEMO_PIN, giveMoney, moneyCall, signInWithPin, WALLET } from '../../../support/people/money.ts';
import { openTestNode } from '../../../support/world/node.ts';
import { withTerms } from './with-terms.ts';

const testNode = await openTestNode();
const testServices = await createTestServices({ node: testNode.node });
const { services, clock } = testServices;
const api = apiOf(testServices.app);
const HOUR = 3600;
const order = (amount: string) => ({ destination: WALLET, amount, pin: DEMO_PIN });

test('after a password change withdrawals wait for a day, to the second, and say why', async () => {
  await giveMoney(services, 'ivan', 500_000_000n);
  const bearer = await signInWithPin(api, 'ivan');
  expect(refusalOf(await moneyCall(api, requestWithdrawal, order('20'), { bearer }))).toBe('done');
  const words = { old: DEMO_PASSWORD, new: 'Other-9-words', new_repeat: 'Other-9-words' };
  dataOf(await api.call(changePassword, words, { bearer, address: newAddress() }));
  const again = async () => (await api.signIn('ivan', 'Other-9-words')).access;
  const ask = async () => moneyCall(api, requestWithdrawal, order('20'), { bearer: await again() });
  expect(await ask()).toMatchObject({ error: { code: 'withdrawals_paused', retryAfterSeconds: 24 * HOUR } });
  expect(dataOf(await api.call(getBalance, {}, { bearer: await again() })).withdrawal).toMatchObject({
    can_request: false,
    reason: { code: 'paused_password' },
  });
  clock.advance(24 * HOUR - 1);
  expect(refusalOf(await ask())).toBe('withdrawals_paused');
  clock.advance(1);
  expect(refusalOf(await ask())).toBe('done');
});

test('a fee is shown before, taken once, and only the rest is sent', async () => {
  await giveMoney(services, 'priya', 100_000_000n);
  const bearer = await signInWithPin(api, 'priya');
  const charging = withTerms(services, { feeMicros: 1_500_000n });
  expect(dataOf(await charging.call(getBalance, {}, { bearer })).withdrawal).toMatchObject({ fee: '1.50' });
  const asked = dataOf(await moneyCall(charging, requestWithdrawal, order('20'), { bearer }));
  expect(asked).toMatchObject({ amount: '20.00', fee: '1.50', arrives: '18.50' });
  await testServices.runJobs();
  expect(dataOf(await api.call(getWithdrawal, { id: asked.id }, { bearer }))).toMatchObject({ state: 'completed' });
  const sent = testNode.state.list().find(({ payout }) => payout.id === asked.id);
  expect(sent?.payout).toMatchObject({ amount: '18.50' });
  const { rows } = await services.db.execute<{ kind: string; amount_micros: string }>(`
    select a.kind, sum(e.amount)::text as amount_micros
    from ledger_entries e join ledger_accounts a on a.id = e.account_id join ledger_transfers t on t.id = e.transfer_id
    where t.id = (select end_id from withdrawals where id = '${asked.id}') group by 1 order by 1`);
  expect(rows).toEqual([
    { kind: 'fees', amount_micros: '1500000' },
    { kind: 'held', amount_micros: '-20000000' },
    { kind: 'payouts', amount_micros: '18500000' },
  ]);
  expect(dataOf(await api.call(getBalance, {}, { bearer }))).toMatchObject({ available: '80.00', held: '0.00' });
  expect((await verifyLedger(services)).findings).toEqual([]);
});

test('whose withdrawal the node could not send is told by notice and by e-mail, and has the money back', async () => {
  await giveMoney(services, 'marie', 100_000_000n);
  const bearer = await signInWithPin(api, 'marie');
  testNode.state.turn({ rejectsNext: true });
  const { id } = dataOf(await moneyCall(api, requestWithdrawal, order('30'), { bearer }));
  await testServices.runJobs();
  expect(dataOf(await api.call(getWithdrawal, { id }, { bearer }))).toMatchObject({ state: 'failed' });
  const { items } = dataOf(await api.call(listNotices, {}, { bearer }));
  expect(items.filter(({ kind }) => kind === 'withdrawal-returned')).toHaveLength(1);
  const emails = await emailsTo(testServices, 'marie@demo.example');
  expect(emails.filter(({ text }) => text.includes('30,00'))).toHaveLength(2);
  expect(dataOf(await api.call(getBalance, {}, { bearer }))).toMatchObject({ available: '100.00', held: '0.00' });
});

describe('the daily limit', () => {
  const limited = withTerms(services, { dailyLimitMicros: 100_000_000n });

  test('is reached to the micro, and not passed by one', async () => {
    await giveMoney(services, 'jonas', 500_000_000n);
    const bearer = await signInWithPin(api, 'jonas');
    const ask = async (amount: string) =>
      refusalOf(await moneyCall(limited, requestWithdrawal, order(amount), { bearer }));
    expect(await ask('100.000001')).toBe('invalid');
    expect(await ask('50.000001')).toBe('done');
    expect(await ask('50')).toBe('invalid');
    expect(await ask('49.999999')).toBe('done');
    expect(dataOf(await limited.call(getBalance, {}, { bearer })).withdrawal).toMatchObject({
      can_request: false,
      reason: { code: 'daily_limit' },
    });
  });

  test('leaves room for a withdrawal while what is left is not below the smallest', async () => {
    await giveMoney(services, 'root', 500_000_000n);
    const bearer = await signInWithPin(api, 'root');
    const reason = async () => dataOf(await limited.call(getBalance, {}, { bearer })).withdrawal.reason?.code;
    dataOf(await moneyCall(limited, requestWithdrawal, order('90'), { bearer }));
    expect(await reason()).toBeUndefined();
    const less = withTerms(services, { dailyLimitMicros: 99_999_999n });
    expect(dataOf(await less.call(getBalance, {}, { bearer })).withdrawal.reason?.code).toBe('daily_limit');
  });
});
