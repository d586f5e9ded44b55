import type { Finding } from './finding.ts';
import { markdownLinks } from './markdown-links.ts';
import { projectFiles } from './project-files.ts';

const LIST = 'docs/decisions/README.md';

/** Every decision stands in the list of decisions. */
export function decisionList(root: string): Finding[] {
  const files = projectFiles(root);
  const listed = files.filter(({ file }) => file === LIST).flatMap(markdownLinks);
  return files
    .filter(({ file }) => /^docs\/decisions\/\d+-/.test(file) && !listed.includes(file))
    .map(({ file }) => ({ file: LIST, problem: `The list has no line that links ${file}.` }));
}
