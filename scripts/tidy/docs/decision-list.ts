import type { Finding } from '../finding.ts';
import { markdownLinks } from './markdown-links.ts';
import { projectFiles, type ProjectFile } from '../project-files.ts';

const LIST = 'docs/decisions/README.md';
const STANDING = /^docs\/decisions\/\d{4}-[^/]+\.md$/;
const SUPERSEDED = /^docs\/decisions\/superseded\/\d{4}-[^/]+\.md$/;

/** The list links every record, and each superseded record links a standing one at its top. No number is used twice. */
export function decisionList(root: string): Finding[] {
  const files = projectFiles(root);
  const listed = files.filter(({ file }) => file === LIST).flatMap(markdownLinks);
  const superseded = files.filter(({ file }) => SUPERSEDED.test(file));
  const records = [...files.filter(({ file }) => STANDING.test(file)), ...superseded];
  return [
    ...records
      .filter(({ file }) => !listed.includes(file))
      .map(({ file }) => ({ file: LIST, problem: `The list has no line that links ${file}.` })),
    ...superseded
      .filter((record) => !namesItsSuccessor(record))
      .map(({ file }) => ({ file, problem: 'Its third line does not link the standing record that supersedes it.' })),
    ...records
      .filter(({ file }, index) => records.findIndex((other) => numberOf(other.file) === numberOf(file)) !== index)
      .map(({ file }) => ({ file, problem: `Another record has the number ${numberOf(file)}.` })),
  ];
}

function namesItsSuccessor({ file, text }: ProjectFile): boolean {
  const line = text.split('\n')[2] ?? '';
  return line.startsWith('**Superseded by [') && markdownLinks({ file, text: line }).some((to) => STANDING.test(to));
}

function numberOf(file: string): string | undefined {
  return /\/(\d{4})-/.exec(file)?.[1];
}
