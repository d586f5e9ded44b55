import { performance } from 'node:perf_hooks';

const LOOK_MS = 10_000;
/** Parts of the time that was worked. */
const RUSH = 0.3;
const QUIET = 0.05;
/** The only collection after which V8 returns its pages; a usual one keeps them for itself. */
const LAST_RESORT: NodeJS.GCOptions = { type: 'major', flavor: 'last-resort' };

/**
 * What V8 has taken in a rush it keeps for the next, though the database on the same machine could use it. When it is
 * quiet again, it is asked to collect what is left (decision 0037). Without `--expose-gc` nothing happens.
 */
export function giveBackMemory(collect = globalThis.gc, lookMs = LOOK_MS): void {
  if (!collect) return;
  const look = afterRush(() => collect(LAST_RESORT));
  let before = performance.eventLoopUtilization();
  const lookAgain = () => {
    const now = performance.eventLoopUtilization();
    look(performance.eventLoopUtilization(now, before).utilization);
    before = now;
  };
  setInterval(lookAgain, lookMs).unref();
}

/** Told again and again how busy it has been, it acts once when a rush is over: nobody is there to be kept waiting. */
export function afterRush(act: () => void): (busy: number) => void {
  let wasRush = false;
  return (busy) => {
    wasRush ||= busy > RUSH;
    if (!wasRush || busy > QUIET) return;
    wasRush = false;
    act();
  };
}
