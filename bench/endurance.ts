import { parseArgs } from 'node:util';
import { memoryMb } from './app.ts';
import { openCrowd } from './load/crowd.ts';
import { signInAnew } from '../tests/support/browser/visitors.ts';
import { drive } from './load/drive.ts';
import { streamsOf } from './load/streams.ts';
import { measureMachine } from './quality/machine.ts';
import { writeFigures } from './quality/written.ts';

/**
 * Memory of the app during two hours with 100 pages and reads per second. The first quarter warms up; the slope is a
 * linear fit of the rest. `--minutes 20` for less.
 */
const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '120' }, rate: { type: 'string', default: '100' } },
});
const MINUTES = Number(values.minutes);
const RATE = Number(values.rate);
const PEOPLE = 100;
const SIGN_IN_EVERY = 40;
const WHOLE_MINUTES = 120;

const machine = await measureMachine();

const { services, people, app, close } = await openCrowd('endurance', PEOPLE);
const { pages, reads } = streamsOf(people);
const megabytes: number[] = [];
let answered = 0;
let others = 0;
for (let minute = 0; minute < MINUTES; minute += 1) {
  if (minute > 0 && minute % SIGN_IN_EVERY === 0) await signInAnew(services, people);
  for (const { taken, sent } of await drive(app.origin, [pages(RATE / 2), reads(RATE / 2)], 60)) {
    answered += taken.length;
    others += sent - taken.length;
  }
  megabytes.push(memoryMb(app.pid));
  console.log(`minute ${minute + 1}: ${megabytes.at(-1)?.toFixed(0)} MB`);
}
await close();

const settled = megabytes.slice(Math.floor(MINUTES / 4));
const slopeMbPerHour = slopeOf(settled) * 60;
console.log(
  `${answered} answered, ${others} not; ${slopeMbPerHour.toFixed(1)} MB an hour over ${settled.length} minutes`,
);
const isWhole = MINUTES >= WHOLE_MINUTES && RATE >= 100;
await writeFigures('endurance', {
  machine,
  figures: isWhole ? { slope: slopeMbPerHour } : {},
  missing: { slope: `it ran ${MINUTES} minutes at ${RATE}/s only` },
  details: { minutes: MINUTES, rate: RATE, answered, others, megabytes, slopeMbPerHour },
});

/** Slope per step, by least squares. */
function slopeOf(figures: readonly number[]): number {
  const middle = (figures.length - 1) / 2;
  const mean = figures.reduce((sum, figure) => sum + figure, 0) / figures.length;
  const rise = figures.reduce((sum, figure, step) => sum + (step - middle) * (figure - mean), 0);
  const run = figures.reduce((sum, _, step) => sum + (step - middle) ** 2, 0);
  return rise / run;
}
