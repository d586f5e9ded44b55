import { writeFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { memoryMb } from './app.ts';
import { openCrowd } from './load/crowd.ts';
import { drive, type Outcome, type Stream } from './load/drive.ts';
import { quantile } from './load/quantile.ts';
import { HEALTH, streamsOf } from './load/streams.ts';

/**
 * Pages, reads of the API and withdrawals with a PIN, each at a rate of its own, whatever the answers do: alone,
 * together, and three times as many as the goal, or with `--must` as what no change may fall below. Everything runs on
 * one machine, the senders too.
 */
const SECONDS = Number(process.argv[process.argv.indexOf('--seconds') + 1]) || 15;
const PEOPLE = 400;
/** Memory is given back once it has been quiet for a while. */
const REST_MS = 30_000;
/** Requests a second, and within how many ms all but one in a hundred answer. */
const MUST = { rates: { pages: 120, reads: 300, withdrawals: 30 }, ms: { pages: 200, reads: 100, withdrawals: 500 } };
const GOAL = { rates: { pages: 300, reads: 500, withdrawals: 40 }, ms: { pages: 150, reads: 100, withdrawals: 500 } };
const { rates: RATES, ms: GOALS } = process.argv.includes('--must') ? MUST : GOAL;

const { people, app, close } = await openCrowd('load', PEOPLE);
const atRestMb = memoryMb(app.pid);

const { pages, reads, withdrawals } = streamsOf(people);
let longestGapMs = 0;
const rows: Record<string, unknown>[] = [];
// Each has been here once.
await drive(app.origin, [pages(PEOPLE / 10), reads(60)], 10);
for (const stream of [pages(RATES.pages), reads(RATES.reads), withdrawals(RATES.withdrawals)])
  await run('alone', [stream]);
await run('together', share(1));
await run('three times', share(3));
await run('just after', share(0.5), 10);
const afterMb = memoryMb(app.pid);
await delay(REST_MS);
const restedMb = memoryMb(app.pid);
await close();

console.table(rows);
console.log(
  `memory: ${atRestMb.toFixed(0)} MB before, ${afterMb.toFixed(0)} MB as it ends, ${restedMb.toFixed(0)} MB half a minute later (goal 250)`,
);
await writeFile('bench/load.json', `${JSON.stringify({ rows, longestGapMs, atRestMb, afterMb, restedMb }, null, 2)}\n`);

/** The goals' rates are each for itself; of all together a third of each is asked for. */
function share(times: number): Stream[] {
  return [
    pages((RATES.pages / 3) * times),
    reads((RATES.reads / 3) * times),
    withdrawals((RATES.withdrawals / 3) * times),
  ];
}

async function run(phase: string, streams: Stream[], seconds = SECONDS): Promise<void> {
  const [health, ...outcomes] = await drive(app.origin, [HEALTH, ...streams], seconds);
  const gapMs = Math.round(Math.max(...(health?.taken ?? [])));
  longestGapMs = Math.max(longestGapMs, gapMs);
  console.log(
    `${phase}: nobody waited longer than ${gapMs} ms for a sign of life, half of them ${quantile(health?.taken ?? [], 0.5)} ms, one in a hundred ${quantile(health?.taken ?? [], 0.99)} ms`,
  );
  for (const outcome of outcomes) {
    rows.push({ phase, ...told(outcome), goalMs: GOALS[outcome.name as keyof typeof GOALS] });
    console.log(JSON.stringify(rows.at(-1)));
  }
}

function told({ name, rate, sent, taken, refused, failed }: Outcome) {
  return {
    stream: name,
    perSecond: Math.round(rate),
    sent,
    answered: taken.length,
    p50: quantile(taken, 0.5),
    p99: quantile(taken, 0.99),
    refused: refused.length,
    refusedP99: quantile(refused, 0.99),
    failed,
  };
}
