import type { Finding } from '../finding.ts';
import { codeFiles } from '../project-files.ts';

/** Astro renders an element with a variable name like an island, which is much slower (docs/design/http-server.md). */
export function dynamicTags(root: string): Finding[] {
  return codeFiles(root, 'src')
    .filter(({ file }) => file.endsWith('.astro'))
    .flatMap(({ file, text }) =>
      [...text.matchAll(/^const ([A-Z]\w*) =/gm)]
        .map(([, name = '']) => name)
        .filter((name) => new RegExp(`<${name}\\b`).test(text))
        .map((name) => ({ file, problem: `<${name}> has a variable for its name: write both elements.` })),
    );
}
