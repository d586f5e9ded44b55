import { expect, onTestFinished, test, vi } from 'vitest';
import { withdrawals } from '#server/db/schema/index.ts';
import { requestedWithdrawals } from '../support/people/withdraw.ts';
import { giveUpHeld, letTimePass } from './books.ts';
import { openWorld } from './world.ts';

vi.setConfig({ testTimeout: 90_000 });

test('a worker whose line to PostgreSQL is cut while the node thinks lives on, and the payout is sent once', async () => {
  const world = await openWorld();
  onTestFinished(world.close);
  const { services, node } = world;
  const stateOf = async () => (await services.db.select().from(withdrawals))[0]?.state;
  node.state.turn({ failureMode: 'slow', delayMs: 4_000 });
  await requestedWithdrawals(world, 1, '10.00');
  await expect.poll(stateOf, { interval: 10 }).toBe('sending');
  await world.begin({ kind: 'line', line: 'database', fault: { kind: 'down' } });
  await expect
    .poll(() => world.said(), { timeout: 20_000 })
    .toMatch(/Failed task[^\n]*\n(?:.*\n)*.*was not written down/);
  await world.heal();
  node.state.turn({ failureMode: 'well' });

  await requestedWithdrawals(world, 1, '10.00');
  const completed = async () =>
    (await services.db.select().from(withdrawals)).filter((row) => row.state === 'completed');
  await expect.poll(async () => (await completed()).length, { timeout: 20_000 }).toBe(1);
  expect(world.fallen()).toEqual([]);
  await giveUpHeld(world);
  const settle = async () => {
    await letTimePass(world);
    return (await completed()).length;
  };
  await expect.poll(settle, { timeout: 20_000 }).toBe(2);
  expect(node.state.list().map(({ payout }) => payout.state)).toEqual(['sent', 'sent']);
});
