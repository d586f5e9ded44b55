import { fileURLToPath } from 'node:url';
import { LRUCache } from 'lru-cache';
import type { CardFace } from '#domain/partner-card.ts';
import type { CardLook } from './card-svg.ts';
import { escapeXml } from '#domain/escape-xml.ts';
import { canWrite } from './letters.ts';

const MAX_KEPT = 200;
const MEASURED_PX = 20;
/** Only the bundled fonts, so that cards look the same on every machine. */
const FONTS = fileURLToPath(new URL('./fonts/fonts.conf', import.meta.url));

type Png = Uint8Array<ArrayBuffer>;
export type DrawCard = (face: CardFace, photo?: Uint8Array) => Promise<Png>;

/** Caches recent cards; concurrent requests share one drawing. */
export function cardDrawer(look: CardLook): DrawCard {
  const cards = new LRUCache<string, Promise<Png>>({ max: MAX_KEPT });
  return ({ username, name, photo: address, career_status }, photo) => {
    const face = { username, name, photo: photo ? address : null, career_status };
    const key = JSON.stringify(face);
    const picture = cards.get(key) ?? paint(face, look, photo);
    cards.set(key, picture);
    picture.catch(() => cards.delete(key));
    return picture;
  };
}

/** Loads sharp and the fonts on first use: most processes never need their 20 MB. */
async function paint(face: CardFace, look: CardLook, photo: Uint8Array | undefined): Promise<Png> {
  // Fontconfig reads it with the first letter.
  process.env['FONTCONFIG_FILE'] = FONTS;
  const [{ default: sharp }, { cardSvg }] = await Promise.all([import('sharp'), import('./card-svg.ts')]);
  const fit = async (words: string, sizePx: number, widestPx: number) => {
    if (!canWrite(words)) return sizePx;
    const text = { text: escapeXml(words), font: `Noto Serif ${MEASURED_PX}`, dpi: 72 };
    const { width } = await sharp({ text }).metadata();
    return Math.min(sizePx, (MEASURED_PX * widestPx) / Math.max(width, 1));
  };
  const photoUrl = photo && `data:image/png;base64,${(await sharp(photo).png().toBuffer()).toString('base64')}`;
  const svg = Buffer.from(await cardSvg(face, look, fit, photoUrl));
  return new Uint8Array(await sharp(svg).png({ palette: true, quality: 90, effort: 7 }).toBuffer());
}
