import { type KeyboardEvent, type PointerEvent, useEffect, useRef } from 'react';
import { moved, squareOf, type View } from './crop.ts';
import { drawSquare } from './draw-square.ts';

const STEP = 0.05;
const KEYS: Partial<Record<string, readonly [right: number, down: number]>> = {
  ArrowLeft: [-STEP, 0],
  ArrowRight: [STEP, 0],
  ArrowUp: [0, -STEP],
  ArrowDown: [0, STEP],
};

type Props = {
  picture: ImageBitmap;
  view: View;
  onView: (change: (view: View) => View) => void;
  label: string;
  hintId: string;
};

/** The picture behind an arch as behind a window, moved by pointer and keys; beside it, how small it will be. */
export function CropFrame({ picture, view, onView, label, hintId }: Props) {
  const frame = useRef<HTMLCanvasElement>(null);
  const preview = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    for (const canvas of [frame.current, preview.current]) {
      if (canvas) drawSquare(canvas, picture, squareOf(picture, view));
    }
  }, [picture, view]);
  const move = (right: number, down: number) => onView((before) => moved(picture, before, right, down));
  const drag = ({ currentTarget, pointerId, movementX, movementY }: PointerEvent<HTMLCanvasElement>) => {
    const { clientHeight } = currentTarget;
    if (currentTarget.hasPointerCapture(pointerId)) move(-movementX / clientHeight, -movementY / clientHeight);
  };
  const step = (event: KeyboardEvent) => {
    const by = KEYS[event.key];
    if (!by) return;
    event.preventDefault();
    move(...by);
  };
  return (
    <div className="row crop-frame">
      <canvas
        ref={(canvas) => {
          frame.current = canvas;
          // A dialog that opens puts the focus on whoever says so.
          canvas?.setAttribute('autofocus', '');
        }}
        width={512}
        height={512}
        tabIndex={0}
        role="application"
        aria-label={label}
        aria-describedby={hintId}
        onPointerDown={({ currentTarget, pointerId }) => currentTarget.setPointerCapture(pointerId)}
        onPointerMove={drag}
        onKeyDown={step}
      />
      <canvas ref={preview} className="avatar" width={96} height={96} aria-hidden="true" />
    </div>
  );
}
