import type { Bound, Row } from './row.ts';
import type { Written } from './written.ts';

/** Reads the last results of a bench. */
export type Read = (bench: string) => Written | undefined;

export type Judged = {
  figure: string;
  must: string;
  goal: string;
  measured: string;
  peer: string;
  verdict: string;
  run: string;
};

type Found = { value: number; isWithin: boolean; written: Written } | { why: string };

export function judge(row: Row, read: Read): Judged {
  const { figure } = row;
  if ('why' in row) {
    const { must = '', goal = '', why } = row;
    return { figure, must, goal, measured: '', peer: '', verdict: `not measured: ${why}`, run: '' };
  }
  const must = find(row.must, read);
  const goal = row.goal && find(row.goal, read);
  const sides = [row.must, ...(row.goal && !isSame(row.must, row.goal) ? [row.goal] : [])];
  return {
    figure,
    must: wordsOf(row.must),
    goal: row.goal ? wordsOf(row.goal) : '',
    measured: sides
      .map((side) => valueOf(side, read) ?? '–')
      .join('; ')
      .replace(/^(–(; )?)+$/, ''),
    peer: row.peer ? peerOf(row.peer, read) : '',
    verdict: verdictOf(must, goal),
    run: runOf(read(row.must.from[0]) ?? (row.goal && read(row.goal.from[0]))),
  };
}

/** A figure that was not measured is neither missed nor met; a missed must excludes the goal. */
function verdictOf(must: Found, goal: Found | undefined): string {
  if ('why' in must) return `not measured: ${must.why}`;
  if (!must.isWithin) return 'missed';
  return goal && 'isWithin' in goal && goal.isWithin ? 'goal' : 'met';
}

function find(bound: Bound, read: Read): Found {
  const [bench, name] = bound.from;
  const written = read(bench);
  if (!written) return { why: `${bench} was not run` };
  const value = written.figures[name];
  if (value === undefined) return { why: written.missing[name] ?? `${bench} wrote no “${name}”` };
  const change = changeOf(bound.unit);
  if (change !== 'none' && written.factor === undefined) return { why: 'no Astro peer in the same run' };
  const factor = written.factor ?? 1;
  const scale = { none: 1, times: factor, over: 1 / factor }[change];
  const isWithin = 'most' in bound ? value <= bound.most * scale : value >= bound.least * scale;
  return { value, isWithin, written };
}

/** How the machine's factor changes a bound. */
function changeOf(unit: Bound['unit']): 'none' | 'times' | 'over' {
  if (unit === '/s') return 'over';
  return ['ms', 's', 'min'].includes(unit) ? 'times' : 'none';
}

function isSame(one: Bound, other: Bound): boolean {
  return one.from.join() === other.from.join();
}

function wordsOf(bound: Bound): string {
  if ('most' in bound && bound.most === 0) return '0';
  return 'most' in bound ? `≤ ${bound.most} ${bound.unit}`.trim() : `≥ ${bound.least} ${bound.unit}`.trim();
}

function valueOf({ from: [bench, name], unit }: Pick<Bound, 'from' | 'unit'>, read: Read): string | undefined {
  const value = read(bench)?.figures[name];
  return value === undefined ? undefined : `${rounded(value)} ${unit}`.trim();
}

function peerOf({ name, from, unit }: { name: string; from: Bound['from']; unit: Bound['unit'] }, read: Read): string {
  const value = valueOf({ from, unit }, read);
  return value ? `${name}: ${value}` : '';
}

function runOf(written: Written | undefined): string {
  if (!written) return '';
  return `${written.at.slice(0, 16).replace('T', ' ')}, m ${written.factor?.toFixed(2) ?? '–'}`;
}

function rounded(value: number): number {
  return Math.abs(value) >= 100 ? Math.round(value) : Number(value.toPrecision(3));
}
