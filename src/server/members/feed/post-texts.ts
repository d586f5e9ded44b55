import type { Token } from 'markdown-it';
import { DEFAULT_LANGUAGE, isLanguage, type Language, LANGUAGES } from '#domain/languages.ts';
import { pageAt } from '#domain/paths.ts';
import type { FileFault } from '#server/base/file-faults.ts';
import { parseMarkdown, renderTokens } from './parse-markdown.ts';

export type PostText = { language: Language; title: string; markdown: string; html: string; excerpt: string };

/** What divides the languages of a file. */
export const MARK = /^--- *(\S+) *---$/m;

/** What stands below the facts, cut at its lines such as `--- de ---`, each part with its title. */
export function readTexts(
  rest: string,
  titles: Partial<Record<Language, string>>,
): { texts: PostText[] } | { wrong: FileFault[] } {
  const { bodies, wrong } = readBodies(rest);
  const languages = LANGUAGES.map(({ segment }) => segment);
  const wanted = languages.filter((one) => one === DEFAULT_LANGUAGE || one in titles || bodies.has(one));
  const texts = wanted.map((language) => {
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

type Written = { html: string; excerpt: string; faults: FileFault[] };

const EXCERPT_MAX = 180;

/**
 * Markdown as a page shows it, its first words, and what of it no page may show: that is left out of the HTML, which is
 * safe to look at while a file is being written.
 */
export function writeHtml(markdown: string): Written {
  const parsed = parseMarkdown(markdown);
  if ('fault' in parsed) return { html: '', excerpt: '', faults: [parsed.fault] };
  const { tokens } = parsed;
  const inside = tokens.flatMap((token) => token.children ?? []);
  const faults = inside.flatMap((token) => leaveOut(token));
  for (const token of tokens) if (token.type.startsWith('heading_')) token.tag = headingOf(token.tag);
  for (const token of inside) if (token.type === 'link_open') token.attrSet('rel', 'noopener nofollow');
  // Once more: a sign can also be written as its number.
  const html = cleanText(renderTokens(tokens));
  return { html, excerpt: excerptOf(tokens), faults };
}

function leaveOut(token: Token): FileFault[] {
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

/** Of the platform’s own pages by its path, with a language or without one. */
function leadsSomewhere(href: string): boolean {
  if (/^mailto:[^\s@]+@[^\s@]+$/i.test(href)) return true;
  const address = URL.parse(href, OURS);
  if (!address) return false;
  if (/^https:\/\//i.test(href)) return address.protocol === 'https:' && address.username === '';
  if (!href.startsWith('/') || address.origin !== OURS) return false;
  const [first, ...rest] = address.pathname.split('/').filter(Boolean);
  return first !== undefined && Boolean(isLanguage(first) ? pageAt(rest) : pageAt([first, ...rest]));
}

const OURS = 'https://ours.invalid';

/** The title of a post is the page’s first heading. */
function headingOf(tag: string): string {
  return tag === 'h1' || tag === 'h2' ? 'h2' : 'h3';
}

/** The first words of its paragraphs, without marks; it ends between words. */
function excerptOf(tokens: readonly Token[]): string {
  const text = tokens
    .filter((token, index) => token.type === 'inline' && tokens[index - 1]?.type === 'paragraph_open')
    .map(({ children }) => (children ?? []).map(textOf).join(''))
    .join(' ');
  const words = cleanText(text).replaceAll(/\s+/g, ' ');
  if (words.length <= EXCERPT_MAX) return words;
  const cut = words.slice(0, EXCERPT_MAX).replace(/[\uD800-\uDBFF]$/, '');
  const whole = words[EXCERPT_MAX] === ' ' ? cut : cut.replace(/ \S*$/, '');
  return `${whole.replace(/[\s.,;:–—-]+$/, '')}…`;
}

function textOf({ type, content }: Token): string {
  return type === 'softbreak' || type === 'hardbreak' ? ' ' : content;
}

/**
 * Signs that can't be seen and change what is read: they turn the direction of writing, or hide between letters. The
 * joiners (U+200C, U+200D) stay, as Hindi and Tamil are written with them.
 */
const UNSEEN = /(?![\t\n])[\p{Cc}\u061C\u200B\u200E\u200F\u2028-\u202E\u2060-\u2069\uFEFF]/gu;

export function cleanText(text: string): string {
  return text.replaceAll('\r\n', '\n').replaceAll(UNSEEN, '').normalize('NFC').trim();
}
