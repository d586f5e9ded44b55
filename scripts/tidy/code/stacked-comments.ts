import type { Finding } from '../finding.ts';
import { codeFiles } from '../project-files.ts';

const FOLDERS = ['src', 'tests', 'scripts', 'bench'];

/** Two doc comments in a row mean that one has lost its declaration. */
export function stackedComments(root: string): Finding[] {
  return codeFiles(root, ...FOLDERS)
    .filter(({ text }) => /\*\/\n[ \t]*\/\*\*/.test(text))
    .map(({ file }) => ({ file, problem: 'has two doc comments above one thing.' }));
}
