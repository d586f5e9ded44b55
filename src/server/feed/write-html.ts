import markdownIt, { type Token } from 'markdown-it';
import { isLanguage } from '#domain/languages.ts';
import { pageAt } from '#domain/paths.ts';
import { cleanText } from './clean-text.ts';

export type Written = { html: string; excerpt: string; faults: string[] };

const EXCERPT_MAX = 180;

/** Markdown as a page shows it, its first words, and what of it no page may show. */
export function writeHtml(markdown: string): Written {
  const tokens = writer.parse(markdown, {});
  const inside = tokens.flatMap((token) => token.children ?? []);
  const faults = inside.flatMap((token) => faultOf(token));
  for (const token of tokens) if (token.type.startsWith('heading_')) token.tag = headingOf(token.tag);
  for (const token of inside) if (token.type === 'link_open') token.attrSet('rel', 'noopener nofollow');
  // Once more: a sign can also be written as its number.
  const html = cleanText(writer.renderer.render(tokens, writer.options, {}));
  return { html, excerpt: excerptOf(tokens), faults };
}

const writer = markdownIt({ html: false, linkify: false, typographer: false, breaks: false }).disable('table');
/** Everything is a link until it has been looked at: one that leads nowhere refuses the file instead of hiding in it. */
writer.validateLink = () => true;

function faultOf(token: Token): string[] {
  if (token.type === 'image') return [`shows the picture “${token.attrGet('src')}”; pages load none from elsewhere`];
  if (token.type !== 'link_open') return [];
  const href = String(token.attrGet('href') ?? '');
  return leadsSomewhere(href) ? [] : [`links to “${href}”, which is neither https, nor mailto, nor a page of ours`];
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
