import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { getBalance } from '#contracts/finance.ts';
import { apiOf, dataOf } from '../../../support/app/api.ts';
import { startChild } from '../../../support/processes/children.ts';
import { everyday } from '../../../support/everyday.ts';
import { createTestServices, SESSION_SECRET } from '../../../support/app/services.ts';
import { brokenInvariants } from '../../../support/db/invariants.ts';
import { giveMoney, WALLET } from '../../../support/people/money.ts';
import type { Order } from '../../../support/people/withdraw.ts';

const testServices = await createTestServices();
const { services, app, databaseUrl } = testServices;
const api = apiOf(app);
const WITHDRAWER = new URL('../../../support/processes/withdrawer.ts', import.meta.url);
const withdrawers = await Promise.all([1, 2].map(() => startChild(WITHDRAWER, databaseUrl, SESSION_SECRET, WALLET)));

/** Sends orders to all withdrawers at the same time. Resolves to all results. */
async function ask(ordersOf: (withdrawer: number) => Order[]): Promise<string[]> {
  const answers = await Promise.all(withdrawers.map((withdrawer, index) => withdrawer.ask(ordersOf(index))));
  return answers.flat() as string[];
}

const isDone = (answer: string) => /^[0-9a-f-]{36}$/.test(answer);
const ROUNDS = Number(process.env['WITHDRAWAL_ROUNDS'] ?? everyday(2, 50));
/** More concurrent requests of one member would be refused. */
const SOME = 20;
const KEYS = Number(process.env['WITHDRAWAL_KEYS'] ?? everyday(60, 1_000));

test(`200 withdrawals at once over two processes take what is there, ${ROUNDS} times`, async () => {
  const { access } = await api.signIn('ivan');
  for (let round = 0; round < ROUNDS; round += 1) {
    const enoughFor = 3 + ((round * 37) % 150);
    const { available } = dataOf(await api.call(getBalance, {}, { bearer: access }));
    await giveMoney(services, 'ivan', BigInt(enoughFor) * 12_500_000n + 3_000_000n - BigInt(Number(available) * 1e6));
    const answers = await ask(() =>
      Array.from({ length: 100 }, () => ({ username: 'ivan', micros: '12500000', uid: randomUUID() })),
    );
    expect(answers.filter(isDone)).toHaveLength(enoughFor);
    expect(new Set(answers.filter((answer) => !isDone(answer)))).toEqual(new Set(['invalid']));
    expect(dataOf(await api.call(getBalance, {}, { bearer: access })).available).toBe('3.00');
  }
  expect(await brokenInvariants(services.db)).toEqual([]);
});

test(`${KEYS} withdrawals, each sent five times at once over two processes, are ${KEYS} withdrawals`, async () => {
  const micros = 10_000_000n;
  await giveMoney(services, 'jonas', BigInt(KEYS) * micros);
  const done = new Set<string>();
  for (let sent = 0; sent < KEYS; sent += SOME) {
    const uids = Array.from({ length: Math.min(SOME, KEYS - sent) }, () => randomUUID());
    const orders = uids.map((uid) => ({ username: 'jonas', micros: String(micros), uid }));
    const answers = await ask((withdrawer) => Array.from({ length: withdrawer === 0 ? 3 : 2 }, () => orders).flat());
    const late = await ask((withdrawer) => (withdrawer === 0 ? orders : []));
    expect([...answers, ...late].filter((answer) => !isDone(answer) && answer !== 'in_flight')).toEqual([]);
    expect(answers.filter((answer) => isDone(answer) && !late.includes(answer))).toEqual([]);
    for (const id of late) done.add(id);
  }
  expect(done.size).toBe(KEYS);
  expect(await brokenInvariants(services.db)).toEqual([]);
});
