import type { LanguageTag } from '../../../src/domain/languages.ts';
import type { Finding } from '../finding.ts';
import words from './forbidden-words.json' with { type: 'json' };
import { allTexts } from './locales.ts';

/** By language: forbidden pattern to its replacement. */
type Words = Record<LanguageTag, Record<string, string>>;

/** Finds words that a language avoids; `docs/glossary.md` says why. Case does not matter. */
export function forbiddenWords(root: string, forbidden: Words = words): Finding[] {
  const rules = Object.entries(forbidden).flatMap(([tag, own]) =>
    Object.entries(own).map(([pattern, instead]) => {
      return { tag, pattern, instead, wrong: new RegExp(`(?<![\\p{L}\\p{M}])(?:${pattern})`, 'iu') };
    }),
  );
  return allTexts(root).flatMap(({ tag, file, key, text }) =>
    rules
      .filter((rule) => rule.tag === tag && rule.wrong.test(text))
      .map(({ pattern, instead }) => ({
        file,
        problem: `The text of ${key} (“${text}”) says “${pattern}”; say ${instead}.`,
      })),
  );
}
