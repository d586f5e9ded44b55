import type { Square } from './crop.ts';
import { draw } from './frame.ts';

/** Four times what is ever shown, so that the server can still make it smaller well. */
const MOST_SIDE = 1024;
const QUALITY = 0.9;

/** What the frame shows, as a file of its own. JPEG knows no transparency; who can't write WebP writes PNG. */
export function shrink(picture: ImageBitmap, square: Square, type: string): Promise<Blob | null> {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = Math.max(1, Math.min(MOST_SIDE, Math.round(square.side)));
  draw(canvas, picture, square);
  return new Promise((resolve) => {
    canvas.toBlob(resolve, type === 'image/jpeg' ? type : 'image/webp', QUALITY);
  });
}
