import { LANGUAGES } from '../../../src/domain/languages.ts';
import { CONSOLE_LANGUAGES } from '../../../src/domain/staff.ts';
import type { Finding } from '../finding.ts';
import { areasOf, paramsOf, stemOf, textsOf, type Texts } from './locales.ts';

/** Compares every language with English. */
export function localeParity(root: string): Finding[] {
  const all = areasOf(root, 'en');
  return LANGUAGES.flatMap(({ tag }) => {
    const areas = all.filter((area) => !isOfConsole(area) || CONSOLE_LANGUAGES.some((spoken) => spoken === tag));
    const extra = areasOf(root, tag).filter((area) => !areas.includes(area));
    const missing = areas.filter((area) => !areasOf(root, tag).includes(area));
    const shared = areas.filter((area) => !missing.includes(area));
    return [
      ...extra.map((area) => ({ file: fileOf(tag, area), problem: `There is no area ${area} in English.` })),
      ...missing.map((area) => ({ file: fileOf(tag, area), problem: 'The file is missing.' })),
      ...shared.flatMap((area) => compare(fileOf(tag, area), tag, textsOf(root, tag, area), textsOf(root, 'en', area))),
    ];
  });
}

/** The console has fewer languages than the members' pages. */
function isOfConsole(area: string): boolean {
  return /^console(_|$)/.test(area);
}

function fileOf(tag: string, area: string): string {
  return `locales/${tag}/${area}.json`;
}

function compare(file: string, tag: string, texts: Texts, english: Texts): Finding[] {
  const wanted = wantedTexts(tag, english);
  const missing = [...wanted.keys()].filter((key) => !texts.has(key));
  const extra = [...texts.keys()].filter((key) => !wanted.has(key));
  return [
    ...missing.map((key) => ({ file, problem: `The key ${key} is missing.` })),
    ...extra.map((key) => ({ file, problem: `The key ${key} does not belong here: English has none that needs it.` })),
    ...[...texts].flatMap(([key, text]) => [
      ...(text.trim() === '' ? [{ file, problem: `The text of ${key} is empty.` }] : []),
      ...wrongParams(file, key, paramsOf(text), wanted.get(key)),
    ]),
  ];
}

type Wanted = { params: string[]; isPlural: boolean };

/** Keys and params that a language must have. A plural needs exactly the language's plural forms. */
function wantedTexts(tag: string, english: Texts): Map<string, Wanted> {
  const { pluralCategories } = new Intl.PluralRules(tag).resolvedOptions();
  const wanted = new Map<string, Wanted>();
  for (const [key, text] of english) {
    const stem = stemOf(key, english);
    if (stem === key) wanted.set(key, { params: paramsOf(text), isPlural: false });
    else {
      const params = paramsOf(`${english.get(`${stem}_one`)} ${english.get(`${stem}_other`)}`);
      for (const category of pluralCategories) wanted.set(`${stem}_${category}`, { params, isPlural: true });
    }
  }
  return wanted;
}

/** A plural form may write its number in words, so `count` is optional in it. */
function wrongParams(file: string, key: string, params: string[], wanted: Wanted | undefined): Finding[] {
  if (!wanted) return [];
  const counts = (name: string) => !wanted.isPlural || name !== 'count';
  const has = params.filter(counts).join(', ');
  const should = wanted.params.filter(counts).join(', ');
  return has === should ? [] : [{ file, problem: `The text of ${key} takes {{${has}}}, English takes {{${should}}}.` }];
}
