import { afterAll, onTestFinished, TestRunner } from 'vitest';

/**
 * Closes what a test has opened when it ends, and what a file has opened when that does; what came last first. Once a
 * test runs, `afterAll` says nothing and does nothing.
 */
export function afterwards(close: () => unknown): void {
  if (TestRunner.getCurrentTest()) onTestFinished(async () => void (await close()));
  else afterAll(close);
}
