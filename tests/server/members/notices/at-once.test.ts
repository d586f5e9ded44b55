import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { activate } from '#contracts/auth.ts';
import { requestWithdrawal } from '#contracts/finance.ts';
import { createApp } from '#server/http/calls/app.ts';
import { connect } from '#server/db/connect.ts';
import { mails, notices } from '#server/db/schema/index.ts';
import type { Services } from '#server/api/services.ts';
import { notify } from '#server/members/notices/index.ts';
import { runCommand } from '#server/operator/run-command.ts';
import { findByLogin } from '#server/members/auth/find-member.ts';
import { apiOf, newAddress, refusalOf } from '../../../support/app/api.ts';
import { type Child, startChild } from '../../../support/processes/children.ts';
import { newGuest } from '../../../support/people/guests.ts';
import { createTestServices, SESSION_SECRET } from '../../../support/app/services.ts';
import { DEMO_PIN, giveMoney, moneyCall, signInWithPin, WALLET } from '../../../support/people/money.ts';
import { both, receivedBy } from './received.ts';

const testServices = await createTestServices();
const { services, app, databaseUrl } = testServices;
const api = apiOf(app);

/** Total rows, for all members. */
async function counts(): Promise<{ notices: number; emails: number; jobs: number }> {
  const { rows } = await services.db.execute<{ count: number }>(
    `select count(*)::integer as count from graphile_worker.jobs`,
  );
  return {
    notices: await services.db.$count(notices),
    emails: await services.db.$count(mails),
    jobs: rows[0]?.count ?? 0,
  };
}

// The amount needs approval, so no node is called.
test('a call that is repeated with one uid tells once', async () => {
  await giveMoney(services, 'ivan', 500_000_000n);
  const bearer = await signInWithPin(api, 'ivan');
  const wish = { destination: WALLET, amount: '150.00', pin: DEMO_PIN };
  const uid = randomUUID();
  await Promise.all(Array.from({ length: 10 }, () => moneyCall(api, requestWithdrawal, wish, { bearer, uid })));
  await moneyCall(api, requestWithdrawal, wish, { bearer, uid });
  expect(await receivedBy(services, 'ivan')).toEqual(both('pin-set', 'withdrawal-requested'));
});

test('two processes that do the same at once notify once', { timeout: 60_000 }, async () => {
  await giveMoney(services, 'priya', 500_000_000n);
  const withdrawer = new URL('../../../support/processes/withdrawer.ts', import.meta.url);
  const withdrawers: Child[] = await Promise.all(
    [1, 2].map(() => startChild(withdrawer, databaseUrl, SESSION_SECRET, WALLET)),
  );
  const orders = Array.from({ length: 5 }, () => ({ username: 'priya', micros: '150000000', uid: 'one-and-the-same' }));
  const answers = await Promise.all(withdrawers.map((one) => one.ask(orders)));
  for (const { process } of withdrawers) process.kill();
  expect(new Set(answers.flat() as string[]).size).toBeLessThanOrEqual(2);
  expect(await receivedBy(services, 'priya')).toEqual(both('withdrawal-requested'));
});

test('a link that is used by ten at once tells who invited them once', async () => {
  const other: Services = { ...services, ...connect(databaseUrl, 5) };
  const guest = await newGuest(api, testServices);
  const apis = [api, apiOf(createApp(other))];
  const uses = Array.from({ length: 10 }, (_, index) =>
    apis[index % 2]!.call(activate, { token: guest.token }, { address: newAddress() }),
  );
  const answers = (await Promise.all(uses).finally(other.close)).map(refusalOf);
  expect(answers.filter((answer) => answer === 'done')).toHaveLength(1);
  expect(await receivedBy(services, 'anna')).toEqual(both('first-line-joined'));
});

test('what does not happen after all is not told', async () => {
  const before = await counts();
  const member = (await findByLogin(services.db, 'marie'))!;
  const attempt = services.transaction(async (tx) => {
    for (const kind of ['password-changed', 'withdrawal-completed', 'first-line-joined'] as const) {
      await notify(tx, services, member, kind, kind === 'password-changed' ? undefined : randomUUID());
    }
    throw new Error('the power is gone');
  });
  await expect(attempt).rejects.toThrow('the power is gone');
  expect(await counts()).toEqual(before);
});

test('an order of the operator that is refused tells nobody', async () => {
  const before = await counts();
  for (const words of [
    ['members', 'clear-pin', 'marie', '--why', 'x'],
    ['withdrawals', 'approve', randomUUID(), '--why', 'x'],
    ['support', 'answer', 'S-99999', '--text', 'x', '--why', 'x'],
  ]) {
    expect(await runCommand(services, words, 'olga')).toHaveProperty('refused');
  }
  expect(await counts()).toEqual(before);
});
