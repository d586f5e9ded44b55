import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Finding } from '../finding.ts';
import { areasOf, stemOf, textsOf } from './locales.ts';

const lists = [
  { source: 'src/domain/refusals.ts', list: /REFUSALS = \{(.*?)\}/s, code: /(\w+): \d+/g, area: 'refusals' },
  { source: 'src/domain/field-faults.ts', list: /FIELD_FAULTS = \[(.*?)\]/s, code: /'(\w+)'/g, area: 'faults' },
];

/** Every code has a text, and every text has a code. */
export function refusalTexts(root: string): Finding[] {
  return lists.flatMap(({ source, list, code, area }) => {
    const file = `locales/en/${area}.json`;
    const path = join(root, source);
    const [, body] = (existsSync(path) && list.exec(readFileSync(path, 'utf8'))) || [];
    if (body === undefined) return [{ file: source, problem: 'The list of codes was not found where it used to be.' }];
    const codes = [...body.matchAll(code)].map(([, word = '']) => word);
    const texts = areasOf(root, 'en').includes(area) ? textsOf(root, 'en', area) : new Map<string, string>();
    const written = new Set([...texts.keys()].map((key) => stemOf(key, texts)));
    return [
      ...codes.filter((word) => !written.has(word)).map((word) => ({ file, problem: `${word} has no sentence.` })),
      ...[...written]
        .filter((word) => !codes.includes(word))
        .map((word) => ({ file, problem: `${word} is no code of ${source}.` })),
    ];
  });
}
