import type { Finding } from '../finding.ts';
import { codeFiles } from '../project-files.ts';

const ORDER = '@layer reset, tokens, base, layout, components, utilities;';

/** A page's first stylesheet sets the order of layers, so each sheet with a layer must declare it. */
export function layerOrder(root: string): Finding[] {
  return codeFiles(root, 'src')
    .filter(({ file, text }) => file.endsWith('.css') && /^@layer \w+ \{/m.test(text) && !text.includes(ORDER))
    .map(({ file }) => ({ file, problem: `Say the order of the layers first: ${ORDER}` }));
}
