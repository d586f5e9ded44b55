import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';

// Draws the manifest's icons as PNG, because phones want PNG. Run it when the logo changes.
const GROUND = '#0e1220';
const icons = [
  { file: 'icon-192', size: 192, share: 0.72 },
  { file: 'icon-512', size: 512, share: 0.72 },
  // Phones may crop a maskable icon to its inner circle, 80 % across.
  { file: 'maskable-512', size: 512, share: 0.5 },
];

const logo = await readFile('src/components/ui/favicon.svg', 'utf8');
const paths = /<svg[^>]*>(.*)<\/svg>/s.exec(logo)?.[1] ?? '';
await mkdir(join('public', 'icons'), { recursive: true });
for (const { file, size, share } of icons)
  await writeFile(join('public', 'icons', `${file}.png`), await drawn(size, share));
// Browsers and phones request these paths without a link.
await writeFile(join('public', 'apple-touch-icon.png'), await drawn(180, 0.72));
await writeFile(join('public', 'favicon.ico'), iconFile(await drawn(32, 0.8), 32));

function drawn(size: number, share: number): Promise<Buffer> {
  return sharp(Buffer.from(iconSvg(size, share)))
    .png({ palette: true })
    .toBuffer();
}

/** `.ico` with one PNG: a header of 6 bytes, one entry of 16 bytes, the PNG. */
function iconFile(png: Buffer, size: number): Buffer {
  const head = Buffer.alloc(22);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(1, 4);
  head.writeUInt8(size, 6);
  head.writeUInt8(size, 7);
  head.writeUInt16LE(1, 10);
  head.writeUInt16LE(32, 12);
  head.writeUInt32LE(png.length, 14);
  head.writeUInt32LE(head.length, 18);
  return Buffer.concat([head, png]);
}

/** The logo's box is 24 wide; 11.75 is the middle of the drawing from the top. */
function iconSvg(size: number, share: number): string {
  const scale = (size * share) / 20;
  const [left, top] = [size / 2 - 12 * scale, size / 2 - 11.75 * scale];
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}"><rect width="100%" height="100%" fill="${GROUND}"/><g transform="translate(${left} ${top}) scale(${scale})">${paths}</g></svg>`;
}
