import { withoutInvisible } from './invisible.ts';

/** Letters that Unicode does not decompose, as people without them on their keyboard type them. */
const LETTERS: readonly (readonly [string, string])[] = [
  ...([
    ['ß', 'ss'],
    ['æ', 'ae'],
    ['œ', 'oe'],
    ['ø', 'o'],
    ['ł', 'l'],
    ['đ', 'd'],
    ['ð', 'd'],
    ['ħ', 'h'],
  ] as const),
  ...([
    ['ı', 'i'],
    ['ς', 'σ'],
  ] as const),
];

/** Accents, vowel points and the nukta. Vowel signs of Tamil and Hindi and Japanese marks stay. */
const MARK_RANGES = [
  String.raw`\u0300-\u036F\u1AB0-\u1AFF\u1DC0-\u1DFF\u20D0-\u20FF\uFE20-\uFE2F`,
  String.raw`\u0483-\u0489`,
  String.raw`\u0591-\u05BD\u05BF\u05C1\u05C2\u05C4\u05C5\u05C7`,
  String.raw`\u0610-\u061A\u064B-\u065F\u0670`,
  String.raw`\u093C`,
];
const MARKS = new RegExp(`[${MARK_RANGES.join('')}]`, 'g');

/** Blanks that NFKD does not turn into a space. */
const BLANKS = /[\t-\r \u0085\u1680\u2028\u2029]+/g;

/** Lower case, ё as е, no accents, but й stays. The SQL function `fold_name` does the same for stored names. */
export function foldName(text: string): string {
  let folded = withoutInvisible(text.normalize('NFKD')).toLowerCase();
  for (const [letter, plain] of LETTERS) folded = folded.replaceAll(letter, plain);
  return folded.replaceAll('и\u0306', 'й').replaceAll(MARKS, '').normalize('NFC').replaceAll(BLANKS, ' ').trim();
}

export function searchWords(typed: string): string[] {
  const words = foldName(typed)
    .split(' ')
    .map((word) => word.replace(/^@/, ''));
  return words.filter((word) => word !== '');
}

export function hasWords(folded: string, words: readonly string[]): boolean {
  return words.every((word) => folded.includes(word));
}
