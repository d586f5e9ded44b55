import { setImmediate } from 'node:timers/promises';

/** Resolves in a turn of the event loop that nobody else who waits here is given. */
export type NextTurn = () => Promise<void>;

/**
 * Drawing a page takes some milliseconds. Of many whose answers come from the database at one moment one is drawn in
 * each turn, so that money, and whoever is to be told at once that it is too much, need not wait for all of them.
 */
export function takeTurns(): NextTurn {
  let last = Promise.resolve();
  return () => (last = last.then(() => setImmediate()).then(sendOff));
}

let waiting: (() => void)[] = [];

/** Runs when this turn has read all that has come, and before anybody draws a page: it shall be on its way meanwhile. */
export function onceAllIsRead(run: () => void): void {
  if (waiting.length === 0) void setImmediate().then(sendOff);
  waiting.push(run);
}

function sendOff(): void {
  const runs = waiting;
  waiting = [];
  for (const run of runs) run();
}
