import type { Finding } from '../finding.ts';
import { codeFiles } from '../project-files.ts';

const FOLDERS = ['src', 'tests', 'scripts', 'bench'];

/** Of two doc comments above one thing, one has lost what it stood on. */
export function stackedComments(root: string): Finding[] {
  return codeFiles(root, ...FOLDERS)
    .filter(({ text }) => /\*\/\n[ \t]*\/\*\*/.test(text))
    .map(({ file }) => ({ file, problem: 'has two doc comments above one thing.' }));
}
