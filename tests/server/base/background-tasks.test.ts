import { expect, test } from 'vitest';
import { createBackgroundTasks } from '#server/base/background-tasks.ts';
import { silentLog } from '../../support/app/silent-log.ts';

test('a crowd of tasks is all done, a few at a time, the broken ones too', async () => {
  const backgroundTasks = createBackgroundTasks(silentLog);
  let [running, most, done] = [0, 0, 0];
  for (let index = 0; index < 100; index += 1) {
    backgroundTasks.run(async () => {
      running += 1;
      most = Math.max(most, running);
      await new Promise(setImmediate);
      running -= 1;
      done += 1;
      if (index % 10 === 0) throw new Error('the database is down');
    });
  }
  await backgroundTasks.settle();
  expect({ most, done }).toEqual({ most: 4, done: 100 });
});

test('what comes in a flood beyond any patience is left undone', async () => {
  const backgroundTasks = createBackgroundTasks(silentLog);
  let done = 0;
  for (let index = 0; index < 20_000; index += 1) backgroundTasks.run(async () => void (done += 1));
  await backgroundTasks.settle();
  // One task runs while five thousand wait.
  expect(done).toBe(5_001);
});
