import { parseArgs } from 'node:util';
import { startApp } from './app.ts';
import { SECRET } from './bench-server.ts';
import { openPeople } from './load/crowd.ts';
import { type Figures, inTurn, median, note } from './phone/figures.ts';
import { load } from './phone/servers.ts';
import { openMachine } from './quality/machine.ts';
import { writeFigures } from './quality/written.ts';

/** Pages per second of one web process, and of two that share its port (`WEB_PROCESSES`). Needs `wrk`. */
const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '3' }, seconds: { type: 'string', default: '5' } },
});
const PATHS = ['/ru/dashboard/team', '/ru/dashboard/profile', '/ru/auth/sign-up?ref=anna'];

const { url, people, close } = await openPeople('processes', 200);
const env = {
  DATABASE_URL: url,
  SESSION_SECRET: SECRET,
  TRUSTED_PROXY_HOPS: '1',
  QPAYMENTS_URL: 'http://127.0.0.1:9',
  QPAYMENTS_SECRET: 'x'.repeat(32),
  EVENT_LOOP_LAG_MS: '3600000',
  MAX_IN_FLIGHT: '1000',
};
const one = await startApp({ ...env, WEB_PROCESSES: '1' });
const two = await startApp({ ...env, WEB_PROCESSES: '2' });
const machine = await openMachine();
const figures: Figures = {};
for (let round = 0; round <= Number(values.rounds); round += 1) {
  await machine.sample();
  for (const path of PATHS) {
    const apps = [
      { name: 'one', app: one },
      { name: 'two', app: two },
    ];
    for (const { name, app } of inTurn(apps, round)) {
      const cookie = path.includes('dashboard') ? people[0]!.cookie : undefined;
      const page = await fetch(app.origin + path, { headers: cookie ? { cookie } : {}, redirect: 'manual' });
      if (page.status !== 200) throw new Error(`${path}: ${page.status}`);
      const document = { name, url: app.origin + path, pid: app.pid, encoding: 'br', cookie } as const;
      const readers = cookie ? {} : ({ readers: 'from anywhere' } as const);
      const { perSecond } = await load({ ...document, ...readers }, round === 0 ? 1 : Number(values.seconds));
      if (round > 0) note(figures, path, { [name]: perSecond! });
    }
  }
}
await machine.close();
await one.stop();
await two.stop();
await close();
console.table(
  Object.entries(figures).map(([path, { one: single = [], two: both = [] }]) => ({
    path,
    'one process, a second': Math.round(median(single) ?? Number.NaN),
    'two, a second': Math.round(median(both) ?? Number.NaN),
    times: Number(((median(both) ?? 0) / (median(single) ?? 1)).toFixed(2)),
  })),
);
const team = figures[PATHS[0]!] ?? {};
const [alone, shared] = [median(team['one']), median(team['two'])];
await writeFigures('processes', {
  machine,
  figures: {
    'team, one': alone,
    'team, two': shared,
    'team, two ÷ one': (shared ?? Number.NaN) / (alone ?? Number.NaN),
  },
  details: figures,
});
