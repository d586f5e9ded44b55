import { useState } from 'react';
import type { Say } from '#i18n/island-texts.ts';
import { Button } from '#components/ui/button.tsx';
import { Dialog } from '#components/ui/dialog.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { squareOf, WHOLE } from './crop.ts';
import { CropFrame } from './crop-frame.tsx';
import { fileOfSquare } from './draw-square.ts';
import type { PhotoText } from './texts.ts';

type Props = {
  picture: ImageBitmap;
  /** What the chosen file is. */
  type: string;
  isBusy: boolean;
  /** Why the last try was turned down. */
  no: string | undefined;
  t: Say<PhotoText>;
  onSave: (photo: File) => void;
  onClose: () => void;
};

/** Where a chosen photo is put right before it is sent, much smaller than it was. */
export function CropDialog({ picture, type, isBusy, no, t, onSave, onClose }: Props) {
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
        {no && (
          <Notice kind="bad" takesFocus>
            <p>{no}</p>
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
