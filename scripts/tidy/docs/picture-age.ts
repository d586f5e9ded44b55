import { spawnSync } from 'node:child_process';
import type { Finding } from '../finding.ts';
import { projectFiles } from '../project-files.ts';

const TAKEN = 'docs/pictures/taken.json';
const DAYS_MAX = 120;

/** The README's pictures are at most four months older than the newest commit. */
export function pictureAge(root: string, newest = newestCommit(root)): Finding[] {
  const found = projectFiles(root, TAKEN)[0];
  if (!found) return [{ file: TAKEN, problem: 'Take the pictures: node scripts/readme-pictures.ts' }];
  const { taken } = JSON.parse(found.text) as { taken: string };
  const age = (Date.parse(newest) - Date.parse(taken)) / 86_400_000;
  const problem = `The pictures are ${Math.floor(age)} days old. Take them again: node scripts/readme-pictures.ts`;
  return age > DAYS_MAX ? [{ file: TAKEN, problem }] : [];
}

function newestCommit(root: string): string {
  const { stdout } = spawnSync('git', ['log', '-1', '--format=%cs'], { cwd: root, encoding: 'utf8' });
  return stdout.trim();
}
