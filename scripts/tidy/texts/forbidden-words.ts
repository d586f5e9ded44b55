import type { LanguageTag } from '../../../src/domain/languages.ts';
import type { Finding } from '../finding.ts';
import words from './forbidden-words.json' with { type: 'json' };
import { allTexts } from './locales.ts';

/** What may not be said, as a pattern, and what to say instead. */
type Words = Record<LanguageTag, Record<string, string>>;

/** Words that a language has been cleared of (`docs/glossary.md` says why). A capital letter makes no difference. */
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
