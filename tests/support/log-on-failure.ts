import { afterEach } from 'vitest';
import type { Log } from '#server/log.ts';

const KEPT = 20;

/** Silent, until a test of the file fails: then what went wrong in the app during it is printed beside its failure. */
export function logOnFailure(): Log {
  let lines: string[] = [];
  afterEach(({ task }) => {
    if (task.result?.state === 'fail' && lines.length > 0) console.error(lines.join('\n'));
    lines = [];
  });
  return (level, event, fields) => {
    if (level === 'error') lines = [...lines, `${event} ${JSON.stringify(fields)}`].slice(-KEPT);
  };
}
