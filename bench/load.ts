import { setTimeout as delay } from 'node:timers/promises';
import { memoryMb } from './app.ts';
import { openCrowd } from './load/crowd.ts';
import { drive, type Outcome, type Stream } from './load/drive.ts';
import { quantile } from './load/quantile.ts';
import { HEALTH, streamsOf } from './load/streams.ts';
import { measureMachine } from './quality/machine.ts';
import { writeFigures } from './quality/written.ts';

/**
 * Sends pages, API reads and withdrawals at fixed rates: each alone, together, and at three times the goal. `--must`
 * takes the lowest accepted rates. The machine's factor divides rates and multiplies times; it also runs the senders.
 */
const SECONDS = Number(process.argv[process.argv.indexOf('--seconds') + 1]) || 15;
const PEOPLE = 400;
/** Idle time after which Node returns memory. */
const REST_MS = 30_000;
/** Requests per second, and the bound in ms for 99 % of the responses. */
const MUST = { rates: { pages: 120, reads: 300, withdrawals: 30 }, ms: { pages: 200, reads: 100, withdrawals: 500 } };
const GOAL = { rates: { pages: 300, reads: 500, withdrawals: 40 }, ms: { pages: 150, reads: 100, withdrawals: 500 } };
const isMust = process.argv.includes('--must');
const { rates, ms } = isMust ? MUST : GOAL;

// Measured before the load begins.
const machine = await measureMachine();
const factor = machine.factor() ?? 1;

type Row = ReturnType<typeof told> & { phase: string; boundMs: number };

const { people, app, close } = await openCrowd('load', PEOPLE);
const atRestMb = memoryMb(app.pid);

const { pages, reads, withdrawals } = streamsOf(people);
let longestGapMs = 0;
const rows: Row[] = [];
// Warm-up: each visitor has been here once.
await drive(app.origin, [pages(PEOPLE / 10), reads(60)], 10);
for (const stream of share(3)) await run('alone', [stream]);
await run('together', share(1));
await run('three times', share(3));
await run('just after', share(0.5), 10);
const afterMb = memoryMb(app.pid);
await delay(REST_MS);
const restedMb = memoryMb(app.pid);
await close();

console.table(rows);
console.log(
  `memory: ${atRestMb.toFixed(0)} MB before, ${afterMb.toFixed(0)} MB as it ends, ${restedMb.toFixed(0)} MB half a minute later`,
);
await writeFigures(isMust ? 'load-must' : 'load', {
  machine,
  figures: figuresOf(),
  details: { rows, longestGapMs, atRestMb, afterMb, restedMb },
});

function figuresOf(): Record<string, number | undefined> {
  const of = (phase: string) => rows.filter((row) => row.phase === phase);
  const sum = (phase: string, count: (row: Row) => number) => of(phase).reduce((total, row) => total + count(row), 0);
  const failed = (row: Row) => Object.values(row.failed).reduce((total, times) => total + times, 0);
  // No response, no time.
  const p99Of = ({ answered, p99 }: Row) => (answered > 0 ? p99 : Number.NaN);
  return {
    ...Object.fromEntries(of('alone').map((row) => [`${row.stream}, p99`, p99Of(row)])),
    'turned away': sum('alone', (row) => row.refused + failed(row)),
    'refusal, p99': Math.max(...of('three times').map(({ refusedP99 }) => refusedP99)),
    'rest, p99': Math.max(...of('three times').map(p99Of)),
    failed: sum('three times', failed),
    'just after ÷ bound': Math.max(...of('just after').map((row) => p99Of(row) / row.boundMs)),
    gap: longestGapMs,
    memory: afterMb,
  };
}

/** A rate is for one stream alone, so together each stream gets a third. */
function share(times: number): Stream[] {
  const rate = (name: keyof typeof rates) => (rates[name] / 3 / factor) * times;
  return [pages(rate('pages')), reads(rate('reads')), withdrawals(rate('withdrawals'))];
}

async function run(phase: string, streams: Stream[], seconds = SECONDS): Promise<void> {
  const [health, ...outcomes] = await drive(app.origin, [HEALTH, ...streams], seconds);
  const gapMs = Math.round(Math.max(...(health?.taken ?? [])));
  longestGapMs = Math.max(longestGapMs, gapMs);
  console.log(
    `${phase}: nobody waited longer than ${gapMs} ms for a sign of life, half of them ${quantile(health?.taken ?? [], 0.5)} ms, one in a hundred ${quantile(health?.taken ?? [], 0.99)} ms`,
  );
  for (const outcome of outcomes) {
    const row = { phase, ...told(outcome), boundMs: Math.round(ms[outcome.name as keyof typeof ms] * factor) };
    rows.push(row);
    console.log(JSON.stringify(row));
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
