import { afterEach, onTestFailed, TestRunner } from 'vitest';
import type { Log } from '#server/base/log.ts';

const KEPT = 20;

/** Prints the app's errors of a test only if that test fails. */
export function logOnFailure(): Log {
  let lines: string[] = [];
  const print = () => {
    if (lines.length > 0) console.error(lines.join('\n'));
  };
  if (TestRunner.getCurrentTest()) onTestFailed(print);
  else {
    afterEach(({ task }) => {
      if (task.result?.state === 'fail') print();
      lines = [];
    });
  }
  return (level, event, fields) => {
    if (level === 'error') lines = [...lines, `${event} ${JSON.stringify(fields)}`].slice(-KEPT);
  };
}
