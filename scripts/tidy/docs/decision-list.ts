import type { Finding } from '../finding.ts';
import { markdownLinks } from './markdown-links.ts';
import { projectFiles } from '../project-files.ts';

const LIST = 'docs/decisions/README.md';
const RECORD = /^docs\/decisions\/\d{4}-[^/]+\.md$/;

/** The list links every record, and no number is used twice. */
export function decisionList(root: string): Finding[] {
  const files = projectFiles(root);
  const listed = files.filter(({ file }) => file === LIST).flatMap(markdownLinks);
  const records = files.map(({ file }) => file).filter((file) => RECORD.test(file));
  return [
    ...records
      .filter((file) => !listed.includes(file))
      .map((file) => ({ file: LIST, problem: `The list has no line that links ${file}.` })),
    ...records
      .filter((file, index) => records.findIndex((other) => numberOf(other) === numberOf(file)) !== index)
      .map((file) => ({ file, problem: `Another record has the number ${numberOf(file)}.` })),
  ];
}

function numberOf(file: string): string | undefined {
  return /\/(\d{4})-/.exec(file)?.[1];
}
