import { expect, test } from 'vitest';
import { getNodeBalance } from '#contracts/console/withdrawals.ts';
import { dataOf } from '../../../support/app/api.ts';
import { createTestServices } from '../../../support/app/services.ts';
import { openConsole } from '../../../support/people/staff.ts';
import { requestedWithdrawals } from '../../../support/people/withdraw.ts';
import { openTestNode } from '../../../support/world/node.ts';

const node = await openTestNode();
const served = await createTestServices({ node: node.node });
const console_ = await openConsole(served);
const sam = await console_.signIn('sam');

test('staff read whether the node can pay what waits; a node that tells nothing leaves the figure out', async () => {
  await requestedWithdrawals(served, 3, '150');
  const read = async () => dataOf(await sam.call(getNodeBalance, {}));
  node.state.turn({ balance: 450 });
  expect(await read()).toEqual({ available: '450.00', waiting: '450.00', is_enough: true });
  node.state.turn({ balance: 449 });
  expect(await read()).toMatchObject({ available: '450.00' });
  served.clock.advance(15);
  expect(await read()).toEqual({ available: '449.00', waiting: '450.00', is_enough: false });
  node.state.turn({ balance: null });
  served.clock.advance(15);
  expect(await read()).toEqual({ available: null, waiting: '450.00', is_enough: true });
});
