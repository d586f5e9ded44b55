import { writeFile } from 'node:fs/promises';
import { withdrawals } from '#server/db/schema/index.ts';
import { verifyLedger } from '#server/ledger/verify/verify-ledger.ts';
import { NO_NODE } from '../tests/support/world/node.ts';
import { openReplicas, underLoad } from '../tests/support/db/replicas.ts';
import { SECRET } from './bench-server.ts';
import { openPeople } from './load/crowd.ts';

/**
 * Two copies behind a proxy while people look at pages, read and withdraw: the copies are told to stop and started again
 * in turn until ten thousand requests have been sent (`--requests` for fewer), and then killed. How many requests were
 * not answered as they should be, and whether everything that was answered is there.
 */
const REQUESTS = Number(process.argv[process.argv.indexOf('--requests') + 1]) || 10_000;
const PEOPLE = 220;
const KILLS = 4;

const { services, url, people, close } = await openPeople('rolling_restart', PEOPLE);
const replicas = await openReplicas({ DATABASE_URL: url, SESSION_SECRET: SECRET, ...NO_NODE, RUN_JOBS: 'false' });
let restarts = 0;
let isEnough = false;
const began = performance.now();
const rolling = await underLoad(replicas.origin, people, {
  atLeast: REQUESTS,
  onEnough: () => (isEnough = true),
  async during() {
    for (; !isEnough; restarts += 2) await replicas.restartInTurn();
  },
});
const seconds = Math.round((performance.now() - began) / 1000);
const killed = await underLoad(replicas.origin, people, {
  atLeast: 1_000,
  async during() {
    for (let kill = 0; kill < KILLS; kill += 1) await replicas.kill();
  },
});
await replicas.stop();

const told = [...rolling.ids, ...killed.ids];
const there = new Set((await services.db.select({ id: withdrawals.id }).from(withdrawals)).map(({ id }) => id));
const { findings, read } = await verifyLedger(services);
await close();

const rows = [
  { what: `${restarts} restarts in turn, ${seconds} s`, ...rolling.answered, failed: JSON.stringify(rolling.failed) },
  { what: `${KILLS} times kill -9`, ...killed.answered, failed: JSON.stringify(killed.failed) },
];
console.table(rows);
const lost = told.filter((id) => !there.has(id)).length;
console.log(
  `withdrawals answered ${told.length}, of them lost ${lost}, in the database ${there.size}; ledger verify: ${findings.length} problems in ${read.transfers} transfers`,
);
await writeFile(
  'bench/rolling-restart.json',
  `${JSON.stringify({ rows, told: told.length, lost, there: there.size, problems: findings.length }, null, 2)}\n`,
);
