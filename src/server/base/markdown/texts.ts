import type { Token } from 'markdown-it';
import { DEFAULT_LANGUAGE, isLanguage, type Language, LANGUAGES } from '#domain/languages.ts';
import { pageAt } from '#domain/paths.ts';
import type { FileFault } from '#server/base/file-faults.ts';
import { parseMarkdown, renderTokens } from './parse-markdown.ts';

export type MarkdownText = { language: Language; title: string; markdown: string; html: string; excerpt: string };

type StoredText = Omit<MarkdownText, 'excerpt'>;

/** `name` as in the file; null for a missing value. */
export type FileChange = { name: string; before: string | null; after: string | null };

export const MARK = /^--- *(\S+) *---$/m;

export function readTexts(
  rest: string,
  titles: Partial<Record<Language, string>>,
  required: Language = DEFAULT_LANGUAGE,
): { texts: MarkdownText[] } | { wrong: FileFault[] } {
  const { bodies, wrong } = readBodies(rest);
  const languages = LANGUAGES.map(({ segment }) => segment);
  const usedLanguages = languages.filter((one) => one === required || one in titles || bodies.has(one));
  const texts = usedLanguages.map((language) => {
    const [title, markdown] = [titles[language] ?? '', bodies.get(language) ?? ''];
    const { html, excerpt, faults } = writeHtml(markdown);
    const place = `--- ${language} ---`;
    if (!title) wrong.push({ place: `titles.${language}`, code: 'missing' });
    if (!markdown) wrong.push({ place, code: 'no_text' });
    wrong.push(...faults.map((fault) => ({ ...fault, place })));
    return { language, title, markdown, html, excerpt };
  });
  return wrong.length > 0 ? { wrong } : { texts };
}

export function readBodies(rest: string): { bodies: Map<string, string>; wrong: FileFault[] } {
  const [before = '', ...pieces] = rest.split(MARK);
  const wrong: FileFault[] = before.trim() === '' ? [] : [{ code: 'words_outside' }];
  const bodies = new Map<string, string>();
  for (let index = 0; index < pieces.length; index += 2) {
    const language = pieces[index] ?? '';
    const place = `--- ${language} ---`;
    if (!isLanguage(language)) wrong.push({ place, code: 'no_language' });
    if (bodies.has(language)) wrong.push({ place, code: 'twice' });
    bodies.set(language, cleanText(pieces[index + 1] ?? ''));
  }
  return { bodies, wrong };
}

export function textChanges(before: readonly StoredText[], after: readonly StoredText[]): FileChange[] {
  const [oldTexts, newTexts] = [before, after].map((texts) => new Map(texts.map((text) => [text.language, text])));
  const languages = new Set([...before, ...after].map(({ language }) => language));
  return [...languages]
    .map((language) => ({ language, was: oldTexts?.get(language), is: newTexts?.get(language) }))
    .filter(({ was, is }) => was?.title !== is?.title || was?.html !== is?.html)
    .map(({ language, was, is }) => ({ name: `texts.${language}`, before: fullText(was), after: fullText(is) }));
}

function fullText(text: StoredText | undefined): string | null {
  return text ? `${text.title}\n\n${text.markdown}` : null;
}

type RenderedText = { html: string; excerpt: string; faults: FileFault[] };

const EXCERPT_MAX = 180;

/** Faulty links and pictures are left out of `html`, so a draft is safe to preview. */
export function writeHtml(markdown: string): RenderedText {
  const parsed = parseMarkdown(markdown);
  if ('fault' in parsed) return { html: '', excerpt: '', faults: [parsed.fault] };
  const { tokens } = parsed;
  const inlineTokens = tokens.flatMap((token) => token.children ?? []);
  const faults = inlineTokens.flatMap((token) => removeUnsupported(token));
  for (const token of tokens) if (token.type.startsWith('heading_')) token.tag = headingOf(token.tag);
  for (const token of inlineTokens) if (token.type === 'link_open') token.attrSet('rel', 'noopener nofollow');
  // Again, because a character can be written as its number.
  const html = cleanText(renderTokens(tokens));
  return { html, excerpt: excerptOf(tokens), faults };
}

function removeUnsupported(token: Token): FileFault[] {
  if (token.type === 'image') {
    const source = token.attrGet('src');
    token.type = 'text';
    return [{ code: 'picture', params: { source: source ?? '' } }];
  }
  if (token.type !== 'link_open') return [];
  const href = String(token.attrGet('href') ?? '');
  if (leadsSomewhere(href)) return [];
  token.attrs = [];
  return [{ code: 'link_nowhere', params: { href } }];
}

/** Own pages by path, with or without a language; https without credentials; mailto. */
export function leadsSomewhere(href: string): boolean {
  if (/^mailto:[^\s@]+@[^\s@]+$/i.test(href)) return true;
  const address = URL.parse(href, OWN_ORIGIN);
  if (!address) return false;
  if (/^https:\/\//i.test(href)) return address.protocol === 'https:' && address.username === '';
  if (!href.startsWith('/') || address.origin !== OWN_ORIGIN) return false;
  const [first, ...rest] = address.pathname.split('/').filter(Boolean);
  return first !== undefined && Boolean(isLanguage(first) ? pageAt(rest) : pageAt([first, ...rest]));
}

const OWN_ORIGIN = 'https://ours.invalid';

/** The title is the first heading of the page. */
function headingOf(tag: string): string {
  return tag === 'h1' || tag === 'h2' ? 'h2' : 'h3';
}

function excerptOf(tokens: readonly Token[]): string {
  const text = tokens
    .filter((token, index) => token.type === 'inline' && tokens[index - 1]?.type === 'paragraph_open')
    .map(({ children }) => (children ?? []).map(textOf).join(''))
    .join(' ');
  const words = cleanText(text).replaceAll(/\s+/g, ' ');
  if (words.length <= EXCERPT_MAX) return words;
  const cut = words.slice(0, EXCERPT_MAX).replace(/[\uD800-\uDBFF]$/, '');
  const excerpt = words[EXCERPT_MAX] === ' ' ? cut : cut.replace(/ \S*$/, '');
  return `${excerpt.replace(/[\s.,;:–—-]+$/, '')}…`;
}

function textOf({ type, content }: Token): string {
  return type === 'softbreak' || type === 'hardbreak' ? ' ' : content;
}

/** Invisible, or change the writing direction. Keeps U+200C and U+200D, which Hindi and Tamil need. */
const INVISIBLE = /(?![\t\n])[\p{Cc}\u061C\u200B\u200E\u200F\u2028-\u202E\u2060-\u2069\uFEFF]/gu;

export function cleanText(text: string): string {
  return text.replaceAll('\r\n', '\n').replaceAll(INVISIBLE, '').normalize('NFC').trim();
}
