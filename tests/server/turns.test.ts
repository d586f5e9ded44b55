import { expect, test } from 'vitest';
import { takeTurns } from '#server/turns.ts';

test('everybody who waits is given a turn of the event loop of their own, in the order in which they came', async () => {
  let turn = 0;
  let isDone = false;
  const count = () => {
    turn += 1;
    if (!isDone) setImmediate(count);
  };
  count();
  const nextTurn = takeTurns();
  const turns = await Promise.all(Array.from({ length: 20 }, () => nextTurn().then(() => turn)));
  isDone = true;
  expect(turns).toEqual([...new Set(turns)].toSorted((a, b) => a - b));
});
