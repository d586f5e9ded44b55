import { LANGUAGES, type LanguageTag } from '../../../src/domain/languages.ts';
import type { Finding } from '../finding.ts';
import { projectFiles } from '../project-files.ts';
import { allTexts } from './locales.ts';
import words from './promise-words.json' with { type: 'json' };

/** By language: patterns of promised income, countdowns and rankings by money. */
type Words = Record<LanguageTag, string[]>;
type Text = { tag: LanguageTag; file: string; where: string; text: string };

/** The product promises no income, counts nothing down and ranks nobody by money: not in texts, plans, posts or samples. */
export function promises(root: string, promised: Words = words): Finding[] {
  const patterns = Object.entries(promised).flatMap(([tag, own]) =>
    own.map((pattern) => ({ tag, pattern, wrong: new RegExp(`(?<![\\p{L}\\p{M}])(?:${pattern})`, 'iu') })),
  );
  return [...localeTexts(root), ...planTexts(root), ...samples(root)].flatMap(({ tag, file, where, text }) =>
    patterns
      .filter((one) => one.tag === tag && one.wrong.test(text))
      .map(({ pattern }) => ({ file, problem: `The text of ${where} promises or urges: “${pattern}”.` })),
  );
}

function localeTexts(root: string): Text[] {
  return allTexts(root).map(({ tag, file, key, text }) => ({ tag, file, where: key, text }));
}

/** Texts of the demo's file of plans, named by language segment. */
function planTexts(root: string): Text[] {
  return projectFiles(root, 'src/server/operator/seed')
    .filter(({ file }) => file.endsWith('plans.json'))
    .flatMap(({ file, text }) => textsIn(JSON.parse(text), '').map((found) => ({ file, ...found })));
}

function textsIn(node: unknown, where: string): Omit<Text, 'file'>[] {
  if (typeof node !== 'object' || node === null) return [];
  return Object.entries(node).flatMap(([key, value]) => {
    const tag = tagOf(key);
    const path = where ? `${where}.${key}` : key;
    return tag && typeof value === 'string' ? [{ tag, where: path, text: value }] : textsIn(value, path);
  });
}

function tagOf(segment: string): LanguageTag | undefined {
  return LANGUAGES.find((language) => language.segment === segment)?.tag;
}

/** Posts and legal samples contain all languages, so each is checked for the words of each. */
function samples(root: string): Text[] {
  const files = [
    ...projectFiles(root, 'src/server/operator/seed/posts'),
    ...projectFiles(root, 'src/server/members/legal/samples'),
  ];
  return files.flatMap(({ file, text }) => LANGUAGES.map(({ tag }) => ({ tag, file, where: 'a sample', text })));
}
