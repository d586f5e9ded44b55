import { writeFile } from 'node:fs/promises';
import { availableParallelism, cpus, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { type Contestant, contestantsOf, type RunningServer, type TeamPage } from './phone/contestants.ts';
import { film } from './phone/film.ts';
import { type Figures, inTurn, median, note, noteRatios } from './phone/figures.ts';
import { look } from './phone/look.ts';
import { openOurs } from './phone/ours.ts';
import { readPeers } from './phone/peers.ts';
import { openChromium } from '../tests/support/browser/chromium.ts';
import type { Subject } from './phone/phone.ts';
import { treeMemoryMb, whenQuiet } from './phone/processes.ts';
import { search } from './phone/search.ts';
import { type Document, load } from './phone/servers.ts';
import { tableOf } from './phone/table.ts';
import { transfer } from './phone/transfer.ts';
import { openMachine } from './quality/machine.ts';
import { writeFigures } from './quality/written.ts';

/**
 * Compares our team page with the same page in other frameworks, on a cheap phone and a small server. `bench/film.png`
 * shows the screen over time, for ours and for `--film`. `node bench/phone.ts --rounds 7 --skip start,load,browser,film
 * --only atrium,4-sveltekit`
 */
const { values } = parseArgs({
  options: {
    peers: { type: 'string', default: 'bench/peers' },
    rounds: { type: 'string', default: '7' },
    seconds: { type: 'string', default: '8' },
    skip: { type: 'string', default: '' },
    only: { type: 'string' },
    film: { type: 'string', default: '1-next,4-sveltekit' },
  },
});
const ROUNDS = Number(values.rounds);
const SECONDS = Number(values.seconds);
const PHONE = { slowdown: 6, latencyMs: 150 };

type Place = { page: TeamPage; server: RunningServer };

const skipped = values.skip.split(',');
const figures: Figures = {};
const noise = { loadAverages: [] as number[], waits: 0, waitsInVain: 0 };

const machine = await openMachine(values.peers);
const ours = await openOurs();
const only = values.only?.split(',');
const contestants = contestantsOf(await readPeers(values.peers), ours).filter(
  ({ name }) => only?.includes(name.split(',')[0] ?? '') ?? true,
);
const ourNames = ours.variants.flatMap(({ name }) => [name, changed(name)]);
try {
  if (!skipped.includes('start')) await measureStarts();
  if (!skipped.includes('load')) await withAll(measureLoad);
  if (!skipped.includes('browser')) await withAll(measureVisits);
  if (!skipped.includes('film')) await withAll(takeFilm);
} finally {
  await machine.close();
  await ours.close();
}

noteRatios(figures, 'paintMs', '7b-vanilla', 'paintRatio');
noteRatios(figures, 'paintDelayMs', '4-sveltekit', 'paintDelayRatio');
noteRatios(figures, 'perSecond', '4-sveltekit', 'perSecondRatio');
noteRatios(figures, 'perSecond', '7-limit', 'limitRatio');
noteRatios(figures, 'cpuMs', '5-astro', 'cpuRatio');
const hardware = `${availableParallelism()} × ${cpus()[0]?.model}`;
const noisy = `${noise.waitsInVain} of ${noise.waits} waits for a quiet machine in vain, load average ${median(noise.loadAverages)?.toFixed(1)}`;
const others = contestants.flatMap(({ pages }) => pages.map(({ name }) => name));
const names = [...new Set([...ourNames, ...others])];
console.log(`${hardware}; ${ROUNDS} rounds, medians; CPU 6 × slower, 150 ms, 1.6 / 0.75 Mbps; ${noisy}\n`);
console.log(tableOf(figures, names));
await writeFigures('phone', {
  machine,
  figures: figuresOf(ours.variants.at(-1)?.name ?? ''),
  details: { hardware, rounds: ROUNDS, noise, figures },
});

/** Compares our page with as many rows as the peers have. */
function figuresOf(name: string): Record<string, number | undefined> {
  const of = (figure: string, whose = name) => median(figures[whose]?.[figure]);
  const lost = ourNames.flatMap((own) => figures[own]?.['lostKeys'] ?? []);
  return {
    'first paint ÷ no framework': of('paintRatio'),
    'no framework, first paint': of('paintMs', '7b-vanilla'),
    key: of('paintDelayMs'),
    'key ÷ SvelteKit': of('paintDelayRatio'),
    'SvelteKit, key': of('paintDelayMs', '4-sveltekit'),
    'keys lost': lost.length > 0 ? Math.max(...lost) : undefined,
    'CPU ÷ Astro': of('cpuRatio', changed(name)),
    'CPU ÷ Astro, brotli': of('cpuRatio'),
    'Astro, CPU': of('cpuMs', '5-astro'),
  };
}

async function measureStarts(): Promise<void> {
  await eachRound('start', contestants, async ({ name, start }) => {
    const server = await start();
    note(figures, name, { startMs: server.startMs });
    await server.stop();
  });
}

async function measureLoad(places: Place[]): Promise<void> {
  const documents = places.flatMap(({ page: { name, address }, server }): Document[] => {
    const { origin, pid, cookie } = server;
    if (!cookie) return [{ name, url: origin + address, pid }];
    const own = {
      url: origin + address,
      pid,
      cookie: `access_token=${cookie}; lang=ru`,
      databasePid: ours.databasePid,
    };
    return [
      // Compressed by the app. For the rendered variant a proxy compresses, as for the peers.
      { ...own, name, encoding: 'br' },
      { ...own, name: changed(name), readers: 'with news' },
    ];
  });
  for (const document of documents) await load(document, SECONDS);
  await eachRound('load', documents, async (document) => {
    note(figures, document.name, await load(document, SECONDS));
  });
  for (const { name, pid } of documents) note(figures, name, { memoryMb: treeMemoryMb(pid) });
}

/** Our page rendered for each request; otherwise it comes from the cache. */
function changed(name: string): string {
  return `${name}, changed`;
}

/** Pages with a searchable list. */
function subjectsOf(places: Place[]): Subject[] {
  return places.flatMap(({ page: { name, address, list }, server }): Subject[] =>
    list ? [{ ...list, name, url: server.front + address, cookie: server.cookie }] : [],
  );
}

async function measureVisits(places: Place[]): Promise<void> {
  const visits = subjectsOf(places);
  const browser = await openChromium();
  for (const subject of visits)
    note(figures, subject.name, { rows: subject.all, ...(await transfer(browser, subject)) });
  await eachRound('browser', visits, async (subject) => {
    note(figures, subject.name, await look(browser, subject, PHONE));
    for (const from of ['paint', 'load'] as const) {
      await quiet();
      const { delayMs, shownMs, answeredMs, lostKeys } = await search(browser, subject, PHONE, from);
      note(figures, subject.name, { [`${from}DelayMs`]: delayMs, [`${from}ShownMs`]: shownMs, lostKeys });
      if (subject.cookie) note(figures, subject.name, { [`${from}AnsweredMs`]: answeredMs });
    }
  });
  await browser.close();
}

async function takeFilm(places: Place[]): Promise<void> {
  const wanted = [ours.variants.at(-1)?.name, ...values.film.split(',')];
  const browser = await openChromium();
  const subjects = subjectsOf(places).filter(({ name }) => wanted.includes(name));
  await quiet();
  await writeFile('bench/film.png', await film(browser, subjects, PHONE));
  await browser.close();
}

async function eachRound<Item>(what: string, items: Item[], measure: (item: Item) => Promise<void>): Promise<void> {
  for (let round = 0; round < ROUNDS; round += 1) {
    noise.loadAverages.push(loadavg()[0] ?? 0);
    await machine.sample();
    console.error(`${new Date().toTimeString().slice(0, 8)} ${what}, round ${round + 1} of ${ROUNDS}`);
    for (const item of inTurn(items, round)) {
      await quiet();
      await measure(item);
    }
  }
}

async function quiet(): Promise<void> {
  noise.waits += 1;
  if (!(await whenQuiet())) noise.waitsInVain += 1;
}

async function withAll(measure: (places: Place[]) => Promise<void>): Promise<void> {
  const servers: [Contestant, RunningServer][] = [];
  try {
    for (const contestant of contestants) servers.push([contestant, await contestant.start()]);
    await measure(servers.flatMap(([{ pages }, server]) => pages.map((page) => ({ page, server }))));
  } finally {
    for (const [, server] of servers) await server.stop();
  }
}
