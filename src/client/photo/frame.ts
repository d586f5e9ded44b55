import { moved, type Square, squareOf, type View, WHOLE } from './crop.ts';

const STEP = 0.05;
const KEYS: Partial<Record<string, [right: number, down: number]>> = {
  ArrowLeft: [-STEP, 0],
  ArrowRight: [STEP, 0],
  ArrowUp: [0, -STEP],
  ArrowDown: [0, STEP],
};

export type Frame = { show(picture: ImageBitmap): void; shown(): { picture: ImageBitmap; square: Square } | undefined };

/** Lets a picture be moved behind the canvas as behind a window, by pointer, keys and the slider. */
export function frameIn(canvas: HTMLCanvasElement, zoom: HTMLInputElement): Frame {
  let picture: ImageBitmap | undefined;
  let view: View = WHOLE;

  const look = (next: View) => {
    view = next;
    if (picture) draw(canvas, picture, squareOf(picture, view));
  };
  const move = (right: number, down: number) => picture && look(moved(picture, view, right, down));

  canvas.addEventListener('pointerdown', ({ pointerId }) => canvas.setPointerCapture(pointerId));
  canvas.addEventListener('pointermove', ({ pointerId, movementX, movementY }) => {
    if (canvas.hasPointerCapture(pointerId)) move(-movementX / canvas.clientHeight, -movementY / canvas.clientHeight);
  });
  canvas.addEventListener('keydown', (event) => {
    const step = KEYS[event.key];
    if (!step) return;
    event.preventDefault();
    move(...step);
  });
  zoom.addEventListener('input', () => look({ ...view, zoom: zoom.valueAsNumber }));

  return {
    show(next) {
      picture?.close();
      picture = next;
      zoom.value = '1';
      look(WHOLE);
    },
    shown: () => picture && { picture, square: squareOf(picture, view) },
  };
}

export function draw(canvas: HTMLCanvasElement, picture: ImageBitmap, { left, top, side }: Square): void {
  const context = canvas.getContext('2d')!;
  context.imageSmoothingQuality = 'high';
  context.clearRect(0, 0, canvas.width, canvas.height);
  context.drawImage(picture, left, top, side, side, 0, 0, canvas.width, canvas.height);
}
