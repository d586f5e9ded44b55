import { DEFAULT_LANGUAGE, isLanguage, type Language, LANGUAGES } from '#domain/languages.ts';
import { cleanText } from './clean-text.ts';
import { writeHtml } from './write-html.ts';

export type PostText = { language: Language; title: string; markdown: string; html: string; excerpt: string };

const MARKDOWN_MAX = 50_000;
const MARK = /^--- *(\S+) *---$/m;

/** What stands below the facts, cut at its lines such as `--- de ---`, each part with its title. */
export function readTexts(
  rest: string,
  titles: Partial<Record<Language, string>>,
): { texts: PostText[] } | { wrong: string } {
  const { bodies, wrong } = readBodies(rest);
  const languages = LANGUAGES.map(({ segment }) => segment);
  const wanted = languages.filter((one) => one === DEFAULT_LANGUAGE || one in titles || bodies.has(one));
  const texts = wanted.map((language) => {
    const [title, markdown] = [titles[language] ?? '', bodies.get(language) ?? ''];
    const { html, excerpt, faults } = writeHtml(markdown.slice(0, MARKDOWN_MAX));
    if (!title) wrong.push(`titles.${language}: is missing.`);
    if (!markdown) wrong.push(`--- ${language} ---: has no text.`);
    if (markdown.length > MARKDOWN_MAX) wrong.push(`--- ${language} ---: is longer than ${MARKDOWN_MAX} signs.`);
    wrong.push(...faults.map((fault) => `--- ${language} ---: ${fault}.`));
    return { language, title, markdown, html, excerpt };
  });
  return wrong.length > 0 ? { wrong: wrong.join('\n') } : { texts };
}

function readBodies(rest: string): { bodies: Map<string, string>; wrong: string[] } {
  const [before = '', ...pieces] = rest.split(MARK);
  const wrong = before.trim() === '' ? [] : ['There are words before the first line like --- ru ---.'];
  const bodies = new Map<string, string>();
  for (let index = 0; index < pieces.length; index += 2) {
    const language = pieces[index] ?? '';
    if (!isLanguage(language)) wrong.push(`--- ${language} ---: there is no such language.`);
    if (bodies.has(language)) wrong.push(`--- ${language} ---: is there twice.`);
    bodies.set(language, cleanText(pieces[index + 1] ?? ''));
  }
  return { bodies, wrong };
}
