import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Finding } from '../finding.ts';

const TABLE = 'docs/security/asvs.md';
const REQUIREMENTS = 'scripts/tidy/asvs-requirements.json';
const VERDICTS = ['met', 'not applicable', 'deviated'] as const;

type Row = { id: string; level: string; verdict: string; shown: string };

/**
 * The table has every requirement of levels 1 and 2 once, with a verdict. A met requirement names a test or a page.
 * Every path exists, and the counts at the top match the rows.
 */
export function asvsTable(root: string): Finding[] {
  if (!existsSync(join(root, TABLE))) return [];
  const text = readFileSync(join(root, TABLE), 'utf8');
  const wanted = readRequirements(root);
  const rows = [...text.matchAll(/^\| (\d+\.\d+\.\d+) +\| (\d) +\|[^|]*\| ([a-z ]+?) +\|([^|\n]*)\|$/gm)].map(
    ([, id = '', level = '', verdict = '', shown = '']): Row => ({ id, level, verdict, shown }),
  );
  const problems = [
    ...[...wanted.keys()].filter((id) => !rows.some((row) => row.id === id)).map((id) => `${id} has no row.`),
    ...rows.flatMap((row, index) => problemsOf(root, row, wanted, rows.slice(0, index))),
    ...countsOf(rows)
      .filter((line) => !text.includes(`\n${line}\n`))
      .map((line) => `The top has to say “${line}”.`),
  ];
  return problems.map((problem) => ({ file: TABLE, problem }));
}

function readRequirements(root: string): Map<string, string> {
  const { level1, level2 } = JSON.parse(readFileSync(join(root, REQUIREMENTS), 'utf8')) as Record<string, string>;
  const of = (ids = '', level = '') => ids.split(' ').map((id) => [id, level] as const);
  return new Map([...of(level1, '1'), ...of(level2, '2')]);
}

function problemsOf(
  root: string,
  { id, level, verdict, shown }: Row,
  wanted: Map<string, string>,
  before: Row[],
): string[] {
  const paths = [...shown.matchAll(/`((?:tests|docs|scripts|src|ops)\/[^`]+|[A-Z]+\.md)`/g)].map(
    ([, path = '']) => path,
  );
  const problems = paths
    .filter((path) => !existsSync(join(root, path)))
    .map((path) => `${id} names ${path}, which is not there.`);
  if (wanted.get(id) !== level) problems.push(`${id} is not a requirement of level ${level}.`);
  if (before.some((row) => row.id === id)) problems.push(`${id} has two rows.`);
  if (!VERDICTS.some((one) => one === verdict)) problems.push(`${id} is “${verdict}”, which is no verdict.`);
  if (verdict === 'met' && !paths.some((path) => /^(tests|docs|scripts)\/|\.md$/.test(path)))
    problems.push(`${id} is met, but no test or page shows it.`);
  if (shown.trim() === '') problems.push(`${id} gives no reason.`);
  return problems;
}

function countsOf(rows: readonly Row[]): string[] {
  return ['1', '2'].map((level) => {
    const counts = VERDICTS.map((verdict) => {
      const { length } = rows.filter((row) => row.level === level && row.verdict === verdict);
      return `${length} ${verdict}`;
    });
    return `- Level ${level}: ${counts.join(', ')}.`;
  });
}
