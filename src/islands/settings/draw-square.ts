import type { Square } from './crop.ts';

/** Four times what is ever shown, so that the server can still make it smaller well. */
const MOST_SIDE = 1024;
const QUALITY = 0.9;

export function drawSquare(canvas: HTMLCanvasElement, picture: ImageBitmap, { left, top, side }: Square): void {
  const context = canvas.getContext('2d')!;
  context.imageSmoothingQuality = 'high';
  context.clearRect(0, 0, canvas.width, canvas.height);
  context.drawImage(picture, left, top, side, side, 0, 0, canvas.width, canvas.height);
}

/** What the frame shows, as a file of its own. JPEG knows no transparency; who can't write WebP writes PNG. */
export async function fileOfSquare(picture: ImageBitmap, square: Square, type: string): Promise<File | undefined> {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = Math.max(1, Math.min(MOST_SIDE, Math.round(square.side)));
  drawSquare(canvas, picture, square);
  const blob = await new Promise<Blob | null>((resolve) => {
    canvas.toBlob(resolve, type === 'image/jpeg' ? type : 'image/webp', QUALITY);
  });
  return blob ? new File([blob], 'photo', { type: blob.type }) : undefined;
}
