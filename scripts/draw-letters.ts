import { readFile, writeFile } from 'node:fs/promises';
import { create } from 'fontkitten';

// Once, when cards are to have other letters: `node scripts/draw-letters.ts NotoSerif-Regular.ttf`.
const FILE = 'src/server/partner/card/letters.json';
const SOURCE =
  'Outlines of Noto Serif Regular, SIL Open Font License 1.1; 1000 units an em, y upwards; advance, then path';
const LETTERS = [...from(' ', '~'), ...from('À', 'ÿ'), ...'ЁЄІЇ', ...from('А', 'я'), ...'ёєіїҐґ’…'];

const [fontFile = ''] = process.argv.slice(2);
const font = create(await readFile(fontFile));
if (font.isCollection || font.unitsPerEm !== 1000) throw new Error(`${fontFile} is not a font of 1000 units an em.`);
const letters = Object.fromEntries(LETTERS.map((letter) => [letter, outline(letter)]));
await writeFile(FILE, `${JSON.stringify({ source: SOURCE, letters }, null, 2)}\n`);

function from(first: string, last: string): string[] {
  const [start, end] = [first, last].map((letter) => letter.codePointAt(0) ?? 0) as [number, number];
  return Array.from({ length: end - start + 1 }, (_, index) => String.fromCodePoint(start + index));
}

/** In whole units, as short as a path can be written. */
function outline(letter: string): string {
  if (font.isCollection || !font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0))
    throw new Error(`${fontFile} has no “${letter}”.`);
  const glyph = font.glyphForCodePoint(letter.codePointAt(0) ?? 0);
  const path = glyph.path
    .toSVG()
    .replaceAll(/-?\d+\.\d+/g, (number) => String(Math.round(Number(number))))
    .replaceAll(' -', '-');
  return `${glyph.advanceWidth} ${path}`;
}
