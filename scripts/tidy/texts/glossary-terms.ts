import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LANGUAGES } from '../../../src/domain/languages.ts';
import type { Finding } from '../finding.ts';
import keys from '../glossary-keys.json' with { type: 'json' };
import { allTexts } from './locales.ts';

const GLOSSARY = 'docs/glossary.md';

/** Texts that consist of one term must use the glossary's words. `glossary-keys.json` lists these texts. */
export function glossaryTerms(root: string, termOf: Record<string, string> = keys): Finding[] {
  const path = join(root, GLOSSARY);
  if (!existsSync(path)) return [];
  const table = readTable(readFileSync(path, 'utf8'));
  const unknown = Object.values(termOf).filter((term) => !table.has(term));
  const missing = unknown.map((term) => ({ file: GLOSSARY, problem: `There is no row “${term}”.` }));
  const texts = allTexts(root);
  const known = new Set(texts.map(({ area, key }) => `${area}:${key}`));
  const gone = Object.keys(termOf)
    .filter((key) => !known.has(key))
    .map((key) => ({ file: 'scripts/tidy/glossary-keys.json', problem: `There is no text ${key}.` }));
  const wrong = texts.flatMap(({ tag, file, area, key, text }) => {
    const cell = table.get(termOf[`${area}:${key}`] ?? '')?.get(tag);
    if (cell === undefined || alternatives(cell).includes(plain(text))) return [];
    return [{ file, problem: `The text of ${key} says “${text}”; the glossary says “${cell}”.` }];
  });
  return [...missing, ...gone, ...wrong];
}

/** Words of each term by language. Column heads are the languages' own names. */
function readTable(markdown: string): Map<string, Map<string, string>> {
  const rows = markdown
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
  const [head = [], , ...terms] = rows;
  const tags = head.map((name) => LANGUAGES.find((language) => language.name === name)?.tag);
  return new Map(
    terms.map(([term = '', ...cells]) => [
      term,
      new Map(cells.map((cell, index) => [tags[index + 1] ?? '', cell] as const)),
    ]),
  );
}

function alternatives(cell: string): string[] {
  return cell.split(' / ').map(plain);
}

function plain(text: string): string {
  return text.toLowerCase().replaceAll(/[\u00A0\u202F]/g, ' ');
}
