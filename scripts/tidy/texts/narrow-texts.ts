import type { Finding } from '../finding.ts';
import { allTexts } from './locales.ts';
import { projectFiles } from '../project-files.ts';

/** Maximum characters for one line on a phone of 320 px. */
const PLACES = [
  { name: 'button', max: 24, used: /<(?:Button|button)\b(?:[^>]|=>)*>\s*(?:<Icon[^>]*>\s*)?\{t\('(\w+:[\w.]+)'/g },
  { name: 'button', max: 24, used: /\b(?:confirm|keep)=\{t\('(\w+:[\w.]+)'/g },
  { name: 'tab', max: 14, used: /\btab\('\w+', t\('(\w+:[\w.]+)'/g },
  { name: 'badge', max: 16, used: /<Badge\b[^>]*>\s*\{t\('(\w+:[\w.]+)'/g },
] as const;

/** Checks the texts of buttons, tabs and badges in the source. Variables in a text count as empty. */
export function narrowTexts(root: string): Finding[] {
  const limits = new Map<string, { name: string; max: number }>();
  for (const { file, text } of projectFiles(root)) {
    if (!/^src\/.*\.(?:tsx|astro)$/.test(file)) continue;
    for (const { name, max, used } of PLACES)
      for (const [, key = ''] of text.matchAll(used)) limits.set(key, { name, max });
  }
  return allTexts(root).flatMap(({ file, area, key, text }) => {
    const limit = limits.get(`${area}:${key}`);
    if (!limit) return [];
    const { length } = [...text.replaceAll(/\{\{.*?\}\}|\p{M}/gu, '')];
    if (length <= limit.max) return [];
    return [
      {
        file,
        problem: `The text of ${key} (“${text}”) has ${length} characters; a ${limit.name} has room for ${limit.max}.`,
      },
    ];
  });
}
