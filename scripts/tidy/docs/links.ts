import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Finding } from '../finding.ts';
import { markdownLinks } from './markdown-links.ts';
import { projectFiles } from '../project-files.ts';

/** Every link of the README and the docs leads to something inside the project. Posts of `src` link to pages. */
export function links(root: string): Finding[] {
  const files = projectFiles(root);
  // Git leaves empty folders behind on one machine, and brings none to the next.
  const isThere = (target: string) =>
    existsSync(join(root, target)) &&
    (!statSync(join(root, target)).isDirectory() || files.some(({ file }) => file.startsWith(`${target}/`)));
  return files
    .filter(({ file }) => file.endsWith('.md') && !file.startsWith('src/'))
    .flatMap((page) =>
      markdownLinks(page)
        .filter((target) => target.startsWith('..') || !isThere(target))
        .map((target) => ({ file: page.file, problem: `The link to ${target} leads nowhere.` })),
    );
}
