import { existsSync, readFileSync, statSync } from 'node:fs';
import { type Figures, median } from './phone/figures.ts';
import { markdown, verdict } from './phone/table.ts';

/**
 * All figures we answer for beside their goals, from what the benches last wrote. Bytes and scripts of pages are held by
 * tests/e2e/budgets.test.ts.
 */
type Line = [label: string, figure: number | undefined, test: 'at most' | 'at least', goal: number];
type Written = { lines: Line[]; at: Date };

const parts: Record<string, (json: never) => Line[]> = {
  phone: ofPhone,
  documents: ofDocuments,
  load: ofLoad,
  endurance: ({ slopeMbPerHour, hours }: { slopeMbPerHour: number; hours: number }) => [
    [`memory, MB an hour, over ${hours.toFixed(1)} h`, slopeMbPerHour, 'at most', 5],
  ],
  'team-scale': ofScale,
  'ledger-scale': ({ measured }: { measured: Operations }) => ofScale({ operations: measured }),
  'places-scale': ofScale,
};

const cells = Object.entries(parts).flatMap(([name, read]) => {
  const written = readWritten(name, read);
  if (!written) return [[name, 'not measured', '', '', '']];
  return written.lines.map(([label, figure, test, goal]) => [
    name,
    label,
    `${test} ${goal}`,
    verdict(figure, test, goal),
    written.at.toISOString().slice(0, 16),
  ]);
});
console.log(markdown([['bench', 'figure', 'goal', 'ours', 'measured'], ...cells]));
const missed = cells.filter(([, , , ours]) => ours?.includes('MISSED')).length;
console.log(`\n${missed} of ${cells.length} missed`);

function readWritten(name: string, read: (json: never) => Line[]): Written | undefined {
  const file = `bench/${name}.json`;
  if (!existsSync(file)) return undefined;
  return { lines: read(JSON.parse(readFileSync(file, 'utf8')) as never), at: statSync(file).mtime };
}

function ofPhone({ figures }: { figures: Figures }): Line[] {
  const changed = 'atrium, 50 rows, changed';
  const of = (figure: string, name = 'atrium, 50 rows') => median(figures[name]?.[figure]);
  return [
    ['first paint ÷ no framework', of('paintRatio'), 'at most', 1.1],
    ['blocking time, ms', of('blockedMs'), 'at most', 0],
    ['layout shift', of('shift'), 'at most', 0],
    ['rows react after the first key, ms', of('paintDelayMs'), 'at most', 100],
    ['whole team answered, from navigation, ms', of('paintAnsweredMs', 'atrium'), 'at most', 900],
    ['keys lost', Math.max(...(figures['atrium']?.['lostKeys'] ?? [])), 'at most', 0],
    ['server CPU ÷ Astro, unchanged', of('cpuRatio'), 'at most', 0.6],
    ['server CPU ÷ Astro, changed each time', of('cpuRatio', changed), 'at most', 0.6],
    ['documents/s ÷ SvelteKit, unchanged', of('perSecondRatio'), 'at least', 1],
    ['documents/s ÷ SvelteKit, changed each time', of('perSecondRatio', changed), 'at least', 1],
    ['start to first 200, ms', of('startMs', 'atrium'), 'at most', 2000],
  ];
}

type Documents = { afterLoadMb: number; rows: { page: string; 'share of node:http': number }[] };

function ofDocuments({ afterLoadMb, rows }: Documents): Line[] {
  const partner = rows.find(({ page }) => page.includes('/partnerlink/'));
  return [
    ['partner page ÷ node:http', partner?.['share of node:http'], 'at least', 0.5],
    ['memory after documents, MB', afterLoadMb, 'at most', 250],
  ];
}

type Phase = { phase: string; stream: string; p99: number; refused: number; refusedP99: number; goalMs: number };

type Load = { rows: Phase[]; afterMb: number; restedMb: number; longestGapMs?: number };

function ofLoad({ rows, afterMb, restedMb, longestGapMs }: Load): Line[] {
  const alone = rows.filter(({ phase }) => phase === 'alone');
  const threefold = rows.filter(({ phase }) => phase === 'three times');
  const after = rows.filter(({ phase }) => phase === 'just after');
  return [
    ...alone.flatMap(({ stream, p99, refused, goalMs }): Line[] => [
      [`${stream}, p99, ms`, p99, 'at most', goalMs],
      [`${stream}, refused`, refused, 'at most', 0],
    ]),
    ...threefold.map(({ stream, refusedP99 }): Line => [
      `${stream}, three times: refused within, p99, ms`,
      refusedP99,
      'at most',
      50,
    ]),
    ...threefold.map(({ stream, p99 }): Line => [`${stream}, three times: the rest, p99, ms`, p99, 'at most', 300]),
    ...after.map(({ stream, p99, goalMs }): Line => [`${stream}, just after, p99, ms`, p99, 'at most', goalMs]),
    ['longest gap of the event loop, ms', longestGapMs, 'at most', 100],
    ['memory as the load ends, MB', afterMb, 'at most', 250],
    ['memory half a minute later, MB', restedMb, 'at most', 250],
  ];
}

type Operations = Record<string, Record<string, { median: number }>>;

/** Sizes stand in order, and a team's chain after them. */
function ofScale({ operations }: { operations: Operations }): Line[] {
  return Object.entries(operations).map(([name, sizes]) => {
    const bySize = Object.entries(sizes).filter(([size]) => !size.startsWith('chain'));
    const [smallest, largest] = [bySize.at(0), bySize.at(-1)];
    const ratio = (largest?.[1].median ?? Number.NaN) / (smallest?.[1].median ?? Number.NaN);
    return [`${name}: ${largest?.[0]} ÷ ${smallest?.[0]}`, ratio, 'at most', 2];
  });
}
