import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { create } from 'fontkitten';

// Run it after a font of the partner cards was added or replaced: `node scripts/list-letters.ts`.
const FOLDER = 'src/server/members/partner/card';
const FONTS = join(FOLDER, 'fonts');

const letters = new Set<number>();
for (const file of await readdir(FONTS)) {
  if (!file.endsWith('.ttf')) continue;
  const font = create(await readFile(join(FONTS, file)));
  if (font.isCollection) throw new Error(`${file} holds several fonts.`);
  for (const letter of font.characterSet) letters.add(letter);
}
const ranges: [number, number][] = [];
// Some fonts have glyphs for control characters, which can't be drawn.
for (const letter of [...letters].filter((one) => one >= 0x20).toSorted((a, b) => a - b)) {
  const last = ranges.at(-1);
  if (last?.[1] === letter - 1) last[1] = letter;
  else ranges.push([letter, letter]);
}
const drawn = ranges.map(([first, last]) => `${first.toString(16)}-${last.toString(16)}`).join(' ');
await writeFile(join(FOLDER, 'letters.json'), `${JSON.stringify({ drawn }, null, 2)}\n`);
