import { setTimeout as delay } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openSession } from '#server/members/auth/session/index.ts';
import { seededRandom } from '#server/operator/seed/seeded-random.ts';
import { newAddress } from '../support/app/api.ts';
import { everyday } from '../support/everyday.ts';
import { peopleBelow } from '../support/people/people.ts';
import { memberOf } from '../support/app/stage.ts';
import { ask } from './ask.ts';
import {
  countComplaints,
  countOpen,
  countRepeated,
  describeUnsent,
  findDoubled,
  findLost,
  findUncaught,
  giveUpHeld,
  letTimePass,
} from './books.ts';
import { letIn } from './crowd.ts';
import { describeStep, makePlan } from './plan.ts';
import { openWorld, type World } from './world.ts';

/** The seed of the reduced run kills the worker, a web process and PostgreSQL, and closes the connection to it. */
const SEED = Number(process.env['SEED'] ?? everyday(893, Date.now() % 1_000_000_000));
const MINUTES = Number(process.env['MINUTES'] ?? everyday(0.1, 60));
const CROWD = everyday(4, 12);
/** Limit for the recovery; the measured time is printed. */
const RECOVERY_MS = 60_000;
const QUIET_MS = 180_000;

vi.setConfig({ testTimeout: MINUTES * 60_000 + RECOVERY_MS + QUIET_MS + 60_000 });

test(`whatever breaks for ${MINUTES} minutes, nothing that was answered is lost or done twice (SEED=${SEED})`, async () => {
  const people = peopleBelow('anna', CROWD, seededRandom(SEED));
  const world = await openWorld(people);
  onTestFinished(world.close);
  const probe = await openProbe(world);
  await probe();
  const crowd = await letIn(
    world,
    people.slice(-CROWD).map(({ username }) => username),
    seededRandom(SEED + 1),
  );
  const { told } = crowd;
  const recoveries: number[] = [];
  const lines: string[] = [];
  const say = (line: string) => {
    lines.push(line);
    console.log(line);
  };
  say(`SEED=${SEED} MINUTES=${MINUTES}`);

  const startMs = Date.now();
  for (const step of makePlan(SEED)) {
    if (Date.now() - startMs > MINUTES * 60_000) break;
    await delay(step.afterMs);
    told.slowestMs = 0;
    const begunMs = Date.now();
    await world.begin(step.fault);
    await delay(step.forMs);
    await world.heal();
    // A line is healed now; a killed process has been restarting since the fault.
    const sinceMs = step.fault.kind === 'line' ? Date.now() : begunMs;
    await probe();
    recoveries.push(Date.now() - sinceMs);
    told.open = (await countOpen(world, told))['withdrawals'] ?? 0;
    say(
      `${describeStep(step)}: slowest answer ${seconds(told.slowestMs)}, whole again after ${seconds(recoveries.at(-1) ?? 0)}`,
    );
    expect([...told.wrong, ...world.fallen(), ...(await findLost(world, told))], lines.join('\n')).toEqual([]);
  }

  await crowd.stop();
  await giveUpHeld(world);
  const nothingOpen = { withdrawals: 0, places: 0, mails: 0, links: 0 };
  const settle = async () => {
    await letTimePass(world);
    return countOpen(world, told);
  };
  try {
    await expect.poll(settle, { timeout: QUIET_MS, interval: 500 }).toEqual(nothingOpen);
  } catch (error) {
    say(await describeUnsent(world));
    say([...world.fallen(), ...findUncaught(world)].join('\n'));
    say(JSON.stringify(countComplaints(world), undefined, 1));
    throw error;
  }
  const found = [
    ...told.wrong,
    ...world.fallen(),
    ...findUncaught(world),
    ...(await findLost(world, told)),
    ...(await findDoubled(world, told)),
  ];
  const counts = Object.fromEntries([...told.counts].toSorted(([a], [b]) => (a < b ? -1 : 1)));
  const repeated = countRepeated(world);
  say(
    `${recoveries.length} faults, whole again after ${seconds(Math.max(...recoveries))} at most; ` +
      JSON.stringify({ ...told.sessions, emails: world.emails.length, repeated, ...counts }),
  );
  say(JSON.stringify(countComplaints(world), undefined, 1));
  expect(found, lines.join('\n')).toEqual([]);
});

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;

/** Polls until both processes, the worker's queue and the database answer several times in a row. */
async function openProbe(world: World): Promise<() => Promise<void>> {
  const member = await memberOf(world, 'anna');
  const openOne = () => openSession(world.services, member, { address: '', userAgent: '' });
  let tokens = await openOne();
  let openedMs = Date.now();
  const isWhole = async () => {
    if (Date.now() - openedMs > 30 * 60_000) {
      tokens = await openOne();
      openedMs = Date.now();
    }
    const bearer = tokens?.access ?? '';
    const asked = ['/readyz', '/readyz', '/api/users/profile/', '/api/users/profile/', '/api/finance/balance/'];
    const answers = await Promise.all(asked.map((path) => ask(world.port, { path, bearer, address: newAddress() })));
    return answers.map(({ status }) => status);
  };
  return async () => {
    await expect.poll(isWhole, { timeout: RECOVERY_MS, interval: 50 }).toEqual([200, 200, 200, 200, 200]);
  };
}
