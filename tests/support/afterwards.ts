import { afterAll, onTestFinished, TestRunner } from 'vitest';

/**
 * Calls `close` when the test ends, or when the file ends if no test is running; the latest registration runs first.
 * `afterAll` inside a running test does nothing, without an error.
 */
export function afterwards(close: () => unknown): void {
  if (TestRunner.getCurrentTest()) onTestFinished(async () => void (await close()));
  else afterAll(close);
}
