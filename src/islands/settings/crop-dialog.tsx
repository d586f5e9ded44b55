import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { Dialog } from '#components/ui/dialog.tsx';
import { keyOf } from '#components/ui/key-of.ts';
import { Notice } from '#components/ui/notice.tsx';
import { useReader } from '#islands/shared/use-reader.tsx';
import { drawSquare, fileOfSquare, moveView, squareOf, type View, WHOLE } from './crop.ts';

type Props = {
  picture: ImageBitmap;
  /** MIME type of the chosen file. */
  type: string;
  isBusy: boolean;
  /** Why the last attempt was refused. */
  refusal: string | undefined;
  onSave: (photo: File) => void;
  onClose: () => void;
};

export function CropDialog({ picture, type, isBusy, refusal, onSave, onClose }: Props) {
  const { t } = useReader();
  const [view, setView] = useState(WHOLE);
  const save = async () => {
    const photo = await fileOfSquare(picture, squareOf(picture, view), type);
    if (photo) onSave(photo);
  };
  return (
    <Dialog title={t('settings:photo.crop.title')} close={t('common:close')} onClose={onClose}>
      <form className="stack crop" method="dialog">
        <CropFrame
          picture={picture}
          view={view}
          onView={setView}
          label={t('settings:photo.crop.area')}
          hintId="crop-hint"
        />
        <p className="hint" id="crop-hint">
          {t('settings:photo.crop.hint')}
        </p>
        <div className="field">
          <label htmlFor="crop-zoom">{t('settings:photo.crop.zoom')}</label>
          <input
            type="range"
            id="crop-zoom"
            min="1"
            max="4"
            step="0.05"
            value={view.zoom}
            onChange={({ currentTarget }) => setView({ ...view, zoom: currentTarget.valueAsNumber })}
          />
        </div>
        {refusal && (
          <Notice kind="bad" takesFocus>
            <p>{refusal}</p>
          </Notice>
        )}
        <div role="status">
          {isBusy && (
            <>
              <progress aria-labelledby="crop-state" />
              <p className="hint" id="crop-state">
                {t('settings:photo.crop.working')}
              </p>
            </>
          )}
        </div>
        <div className="row">
          <Button type="button" variant="primary" disabled={isBusy} onClick={() => void save()}>
            {t('settings:photo.crop.submit')}
          </Button>
          <Button variant="plain">{t('settings:photo.crop.cancel')}</Button>
        </div>
      </form>
    </Dialog>
  );
}

const STEP = 0.05;
const KEYS: Partial<Record<string, readonly [right: number, down: number]>> = {
  ArrowLeft: [-STEP, 0],
  ArrowRight: [STEP, 0],
  ArrowUp: [0, -STEP],
  ArrowDown: [0, STEP],
};

type CropFrameProps = {
  picture: ImageBitmap;
  view: View;
  onView: (change: (view: View) => View) => void;
  label: string;
  hintId: string;
};

function CropFrame({ picture, view, onView, label, hintId }: CropFrameProps) {
  const frame = useRef<HTMLCanvasElement>(null);
  const preview = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    for (const canvas of [frame.current, preview.current]) {
      if (canvas) drawSquare(canvas, picture, squareOf(picture, view));
    }
  }, [picture, view]);
  const move = (right: number, down: number) => onView((before) => moveView(picture, before, right, down));
  const drag = ({ currentTarget, pointerId, movementX, movementY }: PointerEvent<HTMLCanvasElement>) => {
    const { clientHeight } = currentTarget;
    if (currentTarget.hasPointerCapture(pointerId)) move(-movementX / clientHeight, -movementY / clientHeight);
  };
  const moveByKey = (event: KeyboardEvent) => {
    const offset = KEYS[keyOf(event)];
    if (!offset) return;
    event.preventDefault();
    move(...offset);
  };
  return (
    <div className="row crop-frame">
      <canvas
        ref={(canvas) => {
          frame.current = canvas;
          // `showModal()` focuses by this attribute, which React's `autoFocus` doesn't set.
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
        onKeyDown={moveByKey}
      />
      <canvas ref={preview} className="avatar" width={96} height={96} aria-hidden="true" />
    </div>
  );
}
