import { parseArgs } from 'node:util';
import { openChromium } from '../tests/support/browser/chromium.ts';
import { startApp } from './app.ts';
import { openFront, peerContestants } from './phone/contestants.ts';
import { type Figures, highest, inTurn, median, note, noteRatios } from './phone/figures.ts';
import { look } from './phone/look.ts';
import { readPeers } from './phone/peers.ts';
import type { Address } from './phone/phone.ts';
import { whenQuiet } from './phone/processes.ts';
import { markdown } from './phone/table.ts';
import { transferBefore } from './phone/transfer.ts';
import { openMachine } from './quality/machine.ts';
import { writeFigures } from './quality/written.ts';
import { signInAsAnna } from './sign-in.ts';

/**
 * First visits of a cheap phone to ten of our pages and the peers' team page, all in turn in every round. `node
 * bench/ten-pages.ts --rounds 5 --only 7b-vanilla,4-sveltekit,1-next`
 */
const { values } = parseArgs({
  options: {
    peers: { type: 'string', default: 'bench/peers' },
    rounds: { type: 'string', default: '5' },
    only: { type: 'string' },
  },
});
const ROUNDS = Number(values.rounds);
const PHONE = { slowdown: 6, latencyMs: 150 };
const LIMIT = '7b-vanilla';
const PAGES = [
  'profile',
  'team',
  'finance',
  'finance/transactions',
  'licenses',
  'turbo',
  'feed',
  'notices',
  'support',
  'settings',
];

const peers = await readPeers(values.peers);
const machine = await openMachine(values.peers);
const app = await startApp();
const front = await openFront(peers.proxy, Number(new URL(app.origin).port));
const closers: (() => unknown)[] = [() => front.close(), () => app.stop(), () => machine.close()];
const figures: Figures = {};
let waitsInVain = 0;
try {
  const { access: cookie } = await signInAsAnna(app.origin);
  const subjects: (Address & { name: string })[] = PAGES.map((page) => ({
    name: page,
    url: `${front.origin}/ru/dashboard/${page}`,
    cookie,
  }));
  const only = values.only?.split(',');
  for (const { pages, start } of peerContestants(peers)) {
    const wanted = pages.filter((page) => only?.includes(page.name) ?? true);
    if (wanted.length === 0) continue;
    const server = await start();
    closers.unshift(() => server.stop());
    subjects.push(...wanted.map((page) => ({ name: page.name, url: server.front + page.address })));
  }
  const browser = await openChromium();
  closers.unshift(() => browser.close());
  for (const subject of subjects) note(figures, subject.name, await transferBefore(browser, subject));
  for (let round = 0; round < ROUNDS; round += 1) {
    await machine.sample();
    for (const subject of inTurn(subjects, round)) {
      if (!(await whenQuiet())) waitsInVain += 1;
      note(figures, subject.name, await look(browser, subject, PHONE));
    }
  }
} finally {
  for (const close of closers) await close();
}
noteRatios(figures, 'paintMs', LIMIT, 'ratio');

const LINES = [
  ['kB gzip before any touch', 'all', 1e3, 1],
  ['script run, kB gzip', 'scriptRun', 1e3, 1],
  ['first paint, ms', 'paintMs', 1, 0],
  ['÷ no framework', 'ratio', 1, 2],
  ['blocking time to 5 s, ms', 'blockedMs', 1, 0],
  ['layout shift', 'shift', 1, 3],
] as const;
const rows = Object.entries(figures).map(([name, own]) => [
  name,
  ...LINES.map(([, figure, unit, digits]) => ((median(own[figure]) ?? Number.NaN) / unit).toFixed(digits)),
]);
console.log(
  `${ROUNDS} rounds, medians; CPU 6 x slower, 150 ms, 1.6 Mbps; ${waitsInVain} waits for a quiet machine in vain\n`,
);
console.log(markdown([['', ...LINES.map(([label]) => label)], ...rows]));
await writeFigures('ten-pages', {
  machine,
  figures: {
    'first paint ÷ no framework': highest(figures, 'ratio', PAGES),
    'no framework, first paint': median(figures[LIMIT]?.['paintMs']),
    blocked: highest(figures, 'blockedMs', PAGES),
    shift: highest(figures, 'shift', PAGES),
  },
  details: { rounds: ROUNDS, waitsInVain, figures },
});
