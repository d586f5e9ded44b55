import markdownIt, { type Token } from 'markdown-it';
import type { FileFault } from '#server/base/file-faults.ts';

/** Pairing marks is quadratic in a paragraph; nesting costs its depth on each line. */
const MARKDOWN_LIMITS = { characters: 50_000, lines: 2_000, marks: 3_000, marksInParagraph: 600, depth: 16 };

const { characters, lines, marks, marksInParagraph, depth } = MARKDOWN_LIMITS;

/** The library silently drops text below this depth. */
const LIBRARY_DEPTH = depth + 4;

const parser = markdownIt({
  html: false,
  linkify: false,
  typographer: false,
  breaks: false,
  maxNesting: LIBRARY_DEPTH,
});
parser.disable('table');
/** Links are checked later: a bad link refuses the file instead of showing as text. */
parser.validateLink = () => true;
parser.core.ruler.before('inline', 'limits', (state) => {
  const env = state.env as { fault?: FileFault | undefined };
  env.fault = excessOf(state.tokens);
  if (env.fault) state.tokens = [];
});

/** Checks the limits before the expensive inline step. */
export function parseMarkdown(markdown: string): { tokens: Token[] } | { fault: FileFault } {
  if (markdown.length > characters) return { fault: { code: 'too_long', params: { max: characters } } };
  if (countOf(markdown, /\r\n?|\n/g) >= lines) return { fault: { code: 'too_many_lines', params: { max: lines } } };
  const env: { fault?: FileFault } = {};
  const tokens = parser.parse(markdown, env);
  return env.fault ? { fault: env.fault } : { tokens };
}

export function renderTokens(tokens: Token[]): string {
  return parser.renderer.render(tokens, parser.options, {});
}

function excessOf(blocks: readonly Token[]): FileFault | undefined {
  if (blocks.some(({ level }) => level > depth)) return { code: 'too_deep' };
  const counts = blocks.filter(({ type }) => type === 'inline').map(({ content }) => countOf(content, MARK));
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (total <= marks && counts.every((count) => count <= marksInParagraph)) return undefined;
  return { code: 'too_many_marks', params: { max: marks, paragraph: marksInParagraph } };
}

const MARK = /[*_~`[\]<&\\]/g;

function countOf(text: string, what: RegExp): number {
  return text.match(what)?.length ?? 0;
}
