type Picture = { width: number; height: number };
/** `x` and `y`: centre as fractions of the picture. `zoom` 1 spans its shorter side. */
export type View = { x: number; y: number; zoom: number };
type Square = { left: number; top: number; side: number };

export const WHOLE: View = { x: 0.5, y: 0.5, zoom: 1 };

export function squareOf(picture: Picture, { x, y, zoom }: View): Square {
  const side = Math.min(picture.width, picture.height) / zoom;
  return {
    left: clamp(x * picture.width - side / 2, picture.width - side),
    top: clamp(y * picture.height - side / 2, picture.height - side),
    side,
  };
}

/** `right` and `down` are fractions of the square's side. */
export function moveView(picture: Picture, view: View, right: number, down: number): View {
  const { left, top, side } = squareOf(picture, view);
  const x = clamp(left + right * side, picture.width - side) + side / 2;
  const y = clamp(top + down * side, picture.height - side) + side / 2;
  return { ...view, x: x / picture.width, y: y / picture.height };
}

function clamp(value: number, max: number): number {
  return Math.min(Math.max(value, 0), max);
}

/** Four times the largest rendered size, so the server can scale down well. */
const MAX_SIDE = 1024;
const QUALITY = 0.9;

export function drawSquare(canvas: HTMLCanvasElement, picture: ImageBitmap, { left, top, side }: Square): void {
  const context = canvas.getContext('2d')!;
  context.imageSmoothingQuality = 'high';
  context.clearRect(0, 0, canvas.width, canvas.height);
  context.drawImage(picture, left, top, side, side, 0, 0, canvas.width, canvas.height);
}

/** JPEG stays JPEG, because it has no transparency. Others become WebP, or PNG if the browser can't write WebP. */
export async function fileOfSquare(picture: ImageBitmap, square: Square, type: string): Promise<File | undefined> {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = Math.max(1, Math.min(MAX_SIDE, Math.round(square.side)));
  drawSquare(canvas, picture, square);
  const blob = await new Promise<Blob | null>((resolve) => {
    canvas.toBlob(resolve, type === 'image/jpeg' ? type : 'image/webp', QUALITY);
  });
  return blob ? new File([blob], 'photo', { type: blob.type }) : undefined;
}
