import type { Finding } from '../finding.ts';
import { markdownLinks } from './markdown-links.ts';
import { projectFiles } from '../project-files.ts';

const INDEXED = ['docs/design', 'docs/decisions'];
/** House rule: one subject, read in five minutes. */
const LINES_MAX = 60;

/** The README of a folder links each of its pages, and a page stays short. */
export function docIndex(root: string): Finding[] {
  const files = projectFiles(root);
  return INDEXED.flatMap((folder) => {
    const index = `${folder}/README.md`;
    const listed = files.filter(({ file }) => file === index).flatMap(markdownLinks);
    const pages = files.filter(({ file }) => file.startsWith(`${folder}/`) && file.endsWith('.md') && file !== index);
    return pages.flatMap(({ file, text }) => [
      ...(listed.includes(file) ? [] : [{ file: index, problem: `The list has no line that links ${file}.` }]),
      ...(linesOf(text) > LINES_MAX ? [{ file, problem: `It has more than ${LINES_MAX} lines.` }] : []),
    ]);
  });
}

function linesOf(text: string): number {
  return text.trimEnd().split('\n').length;
}
