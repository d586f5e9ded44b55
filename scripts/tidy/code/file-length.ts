import type { Finding } from '../finding.ts';
import { codeFiles } from '../project-files.ts';

const LONGEST_LINES = 300;

export function fileLength(root: string): Finding[] {
  return codeFiles(root, 'src')
    .map(({ file, text }) => ({ file, lines: text.trimEnd().split('\n').length }))
    .filter(({ lines }) => lines > LONGEST_LINES)
    .map(({ file, lines }) => ({
      file,
      problem: `It has ${lines} lines, ${LONGEST_LINES} is the most: find the two files in it.`,
    }));
}
