import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { isRefused } from '#domain/refusals.ts';
import { limitConcurrency } from '#server/base/limit-concurrency.ts';

/** Work that ends when the test calls the function in `started`. */
function openWork() {
  const started: (() => void)[] = [];
  return { started, work: () => new Promise<string>((done) => started.push(() => done('done'))) };
}

test('so much is done at once, so much waits, and what comes after is refused at once', async () => {
  const inQueue = limitConcurrency({ concurrency: 2, maxQueued: 3 });
  const { started, work } = openWork();
  const waiting = Array.from({ length: 5 }, () => inQueue(work));
  expect(await inQueue(work)).toMatchObject({ refused: 'unavailable', retryAfterSeconds: 5 });
  expect(started).toHaveLength(2);
  for (let ended = 0; ended < 5; ended += 1) {
    started[ended]?.();
    await turn();
    expect(started).toHaveLength(Math.min(5, ended + 3));
  }
  expect(await Promise.all(waiting)).toEqual(Array(5).fill('done'));
});

test('a place is free again when somebody’s work has failed', async () => {
  const inQueue = limitConcurrency({ concurrency: 1, maxQueued: 0 });
  await expect(inQueue(() => Promise.reject(new Error('lost')))).rejects.toThrow('lost');
  const { started, work } = openWork();
  const one = inQueue(work);
  expect(isRefused(await inQueue(work))).toBe(true);
  await turn();
  started[0]?.();
  expect(await one).toBe('done');
});
