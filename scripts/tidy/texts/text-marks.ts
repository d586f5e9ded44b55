import { LANGUAGES, type LanguageTag } from '../../../src/domain/languages.ts';
import type { Finding } from '../finding.ts';
import { allTexts } from './locales.ts';

/** `wrong` matches the mistake; `say` names the correct form. */
type Mark = { tags: readonly LanguageTag[]; wrong: RegExp; say: string };

const ALL = LANGUAGES.map(({ tag }) => tag);

const MARKS: readonly Mark[] = [
  { tags: ['fr'], wrong: /[^\u202F\s][;!?]|[ \u00A0][;!?]/u, say: 'a narrow no-break space (U+202F) before ; ! ?' },
  { tags: ['fr'], wrong: /[^\u00A0\d]:(?=\s|$)/u, say: 'a no-break space (U+00A0) before a colon' },
  { tags: ['fr'], wrong: /«[^\u00A0]|[^\u00A0]»/u, say: 'no-break spaces inside « »' },
  { tags: ['de'], wrong: /[“"](?=\p{L})|«|»/u, say: 'German quotation marks: „…“' },
  { tags: ['ru'], wrong: /[“”„"]/u, say: 'Russian quotation marks: «…»' },
  { tags: ['en', 'ta', 'hi'], wrong: /["„«»]/u, say: 'quotation marks “…”' },
  { tags: ['ta', 'hi'], wrong: /[\u0966-\u096F\u0BE6-\u0BEF]/u, say: 'Latin digits' },
  { tags: ALL, wrong: /'/u, say: 'the apostrophe ’' },
  { tags: ALL, wrong: /\.\.\./u, say: 'the ellipsis …' },
  { tags: ALL, wrong: / {2}|^ | $/u, say: 'single spaces, and none at the ends' },
];

/** Checks each language's spaces, quotation marks and digits. Variables and links are ignored. */
export function textMarks(root: string): Finding[] {
  return allTexts(root).flatMap(({ tag, file, key, text }) => {
    const words = text.replaceAll(/\{\{.*?\}\}/g, 'x').replaceAll(/https?:\/\/\S+/g, 'x');
    return MARKS.filter(({ tags, wrong }) => tags.includes(tag) && wrong.test(words)).map(({ say }) => ({
      file,
      problem: `The text of ${key} (“${text}”) wants ${say}.`,
    }));
  });
}
