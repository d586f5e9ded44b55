import { LRUCache } from 'lru-cache';
import type { CardFace } from '#domain/partner-card.ts';

const MAX_KEPT = 200;

/** Draws each card once: those asked for last are kept, and who asks meanwhile waits for the same drawing. */
export function cardDrawer(productName: string): (face: CardFace) => Promise<Uint8Array<ArrayBuffer>> {
  const kept = new LRUCache<string, Promise<Uint8Array<ArrayBuffer>>>({ max: MAX_KEPT });
  return ({ username, name, career_status }) => {
    const key = JSON.stringify([username, name, career_status]);
    const picture = kept.get(key) ?? paint({ username, name, career_status }, productName);
    kept.set(key, picture);
    picture.catch(() => kept.delete(key));
    return picture;
  };
}

/** sharp and the letters come with the first card: most processes never need their 20 MB. */
async function paint(face: CardFace, productName: string): Promise<Uint8Array<ArrayBuffer>> {
  const [{ default: sharp }, { cardSvg }] = await Promise.all([import('sharp'), import('./card-svg.ts')]);
  const svg = Buffer.from(cardSvg(face, productName));
  return new Uint8Array(await sharp(svg).png({ palette: true, quality: 90, effort: 7 }).toBuffer());
}
