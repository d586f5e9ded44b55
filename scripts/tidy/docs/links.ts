import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Finding } from '../finding.ts';
import { markdownLinks } from './markdown-links.ts';
import { projectFiles } from '../project-files.ts';

/** Checks every link of Markdown files outside `src`. Posts in `src` link to pages of the site. */
export function links(root: string): Finding[] {
  const files = projectFiles(root);
  // Git leaves empty folders behind on one machine but does not create them on another.
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
