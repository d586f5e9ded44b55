import { type Figures, median } from './figures.ts';

/** Rows of the table in order; `digits` after the decimal point. */
const LINES: [label: string, figure: string, digits: number][] = [
  ['rows on the page', 'rows', 0],
  ['before any touch, gzip bytes: HTML', 'html', 0],
  ['… style', 'css', 0],
  ['… script', 'script', 0],
  ['… other', 'other', 0],
  ['… in all', 'all', 0],
  ['… requests', 'requests', 0],
  ['script run before any touch, gzip bytes', 'scriptRun', 0],
  ['script a search brings, gzip bytes', 'scriptLater', 0],
  ['first paint, ms', 'paintMs', 0],
  ['… ÷ no framework', 'paintRatio', 2],
  ['largest paint, ms', 'largestMs', 0],
  ['layout shift', 'shift', 3],
  ['blocking time to 5 s, ms', 'blockedMs', 0],
  ['CPU of scripts to 5 s, ms', 'scriptMs', 0],
  ['CPU of the main thread to 5 s, ms', 'mainThreadMs', 0],
  ['typed at first paint: rows react after the first key, ms', 'paintDelayMs', 0],
  ['… ÷ SvelteKit', 'paintDelayRatio', 2],
  ['… from navigation, ms', 'paintShownMs', 0],
  ['… whole team answered, from navigation, ms', 'paintAnsweredMs', 0],
  ['typed at load: rows react after the first key, ms', 'loadDelayMs', 0],
  ['… from navigation, ms', 'loadShownMs', 0],
  ['keys lost (worst round)', 'lostKeys', 0],
  ['documents/s', 'perSecond', 0],
  ['… ÷ SvelteKit', 'perSecondRatio', 2],
  ['… ÷ node:http', 'limitRatio', 3],
  ['server CPU, ms a document', 'cpuMs', 2],
  ['… ÷ Astro', 'cpuRatio', 2],
  ['database CPU, ms a document', 'databaseCpuMs', 2],
  ['memory after load, MB', 'memoryMb', 0],
  ['start to first 200, ms', 'startMs', 0],
];

/** Markdown table of medians: figures down, names across. */
export function tableOf(figures: Figures, names: string[]): string {
  const lines = LINES.filter(([, figure]) => names.some((name) => figures[name]?.[figure]));
  const cells = lines.map(([label, figure, digits]) => [
    label,
    ...names.map((name) => valueOf(figures, name, figure)?.toFixed(digits) ?? '–'),
  ]);
  return markdown([['', ...names], ...cells]);
}

function valueOf(figures: Figures, name: string, figure: string): number | undefined {
  const values = figures[name]?.[figure];
  return figure === 'lostKeys' && values ? Math.max(...values) : median(values);
}

export function markdown([head = [], ...rows]: string[][]): string {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
