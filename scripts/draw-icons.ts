import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';

// Once, when the logo changes: the icons of the manifest, which phones want as PNG.
const GROUND = '#0e1220';
const icons = [
  { file: 'icon-192', size: 192, share: 0.72 },
  { file: 'icon-512', size: 512, share: 0.72 },
  // A phone may cut away all but the inner circle, 80 % across.
  { file: 'maskable-512', size: 512, share: 0.5 },
];

const logo = await readFile('src/components/ui/favicon.svg', 'utf8');
const paths = /<svg[^>]*>(.*)<\/svg>/s.exec(logo)?.[1] ?? '';
await mkdir(join('public', 'icons'), { recursive: true });
for (const { file, size, share } of icons)
  await sharp(Buffer.from(iconSvg(size, share)))
    .png({ palette: true })
    .toFile(join('public', 'icons', `${file}.png`));

/** The logo's box is 24 wide and stands a little low. */
function iconSvg(size: number, share: number): string {
  const scale = (size * share) / 20;
  const [left, top] = [size / 2 - 12 * scale, size / 2 - 11.75 * scale];
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}"><rect width="100%" height="100%" fill="${GROUND}"/><g transform="translate(${left} ${top}) scale(${scale})">${paths}</g></svg>`;
}
