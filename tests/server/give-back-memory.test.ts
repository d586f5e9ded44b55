import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { afterRush } from '#server/give-back-memory.ts';

const AFTER_RUSH = fileURLToPath(new URL('../support/after-rush.ts', import.meta.url));

test('memory that a rush has taken is given back to the machine when it is quiet', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ['--expose-gc', AFTER_RUSH], { timeout: 60_000 });
  const [full = 0, after = full] = stdout.trim().split('\n').map(Number);
  expect(after).toBeLessThan(full / 2);
});

test('that is done once after each rush, while nobody is kept waiting, and never for the few of a quiet day', () => {
  const done: number[] = [];
  let moment = 0;
  const look = afterRush(() => done.push(moment));
  const day = [0.01, 0.2, 0, 0.9, 0.06, 1, 0.2, 0.04, 0.01, 0.2, 0.01, 0.4, 0];
  for (const busy of day) {
    moment += 1;
    look(busy);
  }
  expect(done).toEqual([8, 13]);
});
