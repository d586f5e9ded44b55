import { dirname, join, normalize } from 'node:path';
import type { ProjectFile } from '../project-files.ts';

/** Link targets within the project, as paths from its root. */
export function markdownLinks({ file, text }: ProjectFile): string[] {
  const prose = text.replaceAll(/^```.*?^```/gms, '');
  return [...prose.matchAll(/\]\(<?([^)\s>]+)>?(?:\s+"[^"]*")?\)/g)]
    .map(([, target = '']) => target.split('#')[0] ?? '')
    .filter((target) => target !== '' && !/^[a-z]+:/.test(target))
    .map((target) => normalize(join(dirname(file), decodeURIComponent(target))).replace(/\/$/, ''));
}
