import { LANGUAGES } from '../../../src/domain/languages.ts';
import type { Finding } from '../finding.ts';
import { areasOf, textsOf } from './locales.ts';
import allowed from './same-in-english.json' with { type: 'json' };

type Allowed = { texts: string[]; keys: Partial<Record<string, string[]>> };

/** A text that equals English is not translated yet, unless `same-in-english.json` allows it. */
export function sameInEnglish(root: string, { texts, keys }: Allowed = allowed): Finding[] {
  return LANGUAGES.filter(({ tag }) => tag !== 'en').flatMap(({ tag }) =>
    areasOf(root, tag)
      .filter((area) => areasOf(root, 'en').includes(area))
      .flatMap((area) => {
        const english = textsOf(root, 'en', area);
        const same = [...textsOf(root, tag, area)].filter(([key, text]) => text === english.get(key) && hasWords(text));
        return same
          .filter(([key, text]) => !texts.includes(text) && !keys[tag]?.includes(`${area}:${key}`))
          .map(([key, text]) => ({
            file: `locales/${tag}/${area}.json`,
            problem: `The text of ${key} is still English (“${text}”); if that is right, say so in scripts/tidy/texts/same-in-english.json.`,
          }));
      }),
  );
}

function hasWords(text: string): boolean {
  return /\p{L}/u.test(text.replaceAll(/\{\{.*?\}\}/g, ''));
}
