import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Finding } from '../finding.ts';
import { markdownLinks } from './markdown-links.ts';
import { projectFiles } from '../project-files.ts';

/** Every link of the README and the docs leads to something inside the project. Posts of `src` link to pages. */
export function links(root: string): Finding[] {
  return projectFiles(root)
    .filter(({ file }) => file.endsWith('.md') && !file.startsWith('src/'))
    .flatMap((page) =>
      markdownLinks(page)
        .filter((target) => target.startsWith('..') || !existsSync(join(root, target)))
        .map((target) => ({ file: page.file, problem: `The link to ${target} leads nowhere.` })),
    );
}
