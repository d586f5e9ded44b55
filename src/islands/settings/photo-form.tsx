import { type Ref, type SubmitEvent, useEffect, useEffectEvent, useRef } from 'react';
import { path } from '#domain/paths.ts';
import { PHOTO_TYPES } from '#domain/photo.ts';
import type { Reader } from '#i18n/reader.ts';
import { Button } from '#components/ui/button.tsx';
import { type Errors, FieldErrors, marksOf } from '#components/ui/field.tsx';
import { Camera } from './camera.tsx';
import type { PhotoText } from './texts.ts';

type Props = {
  errors: Errors;
  isBusy: boolean;
  reader: Reader<PhotoText>;
  onChoose: (file: File | undefined) => void;
  onSend: (file: File | undefined) => void;
  ref: Ref<HTMLInputElement>;
};

/** The button that sends is there once something is chosen; where no script runs, always. */
export function PhotoForm({ errors, isBusy, reader, onChoose, onSend, ref }: Props) {
  const { t, language } = reader;
  const form = useRef<HTMLFormElement>(null);
  const fileIn = (element: HTMLFormElement | null) => {
    const field = element?.elements.namedItem('photo');
    return field instanceof HTMLInputElement ? field.files?.[0] : undefined;
  };
  const { 'aria-describedby': wrong, ...marks } = marksOf('photo', errors);
  const send = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    onSend(fileIn(event.currentTarget));
  };
  const openEarly = useEffectEvent(() => {
    const file = fileIn(form.current);
    if (file) onChoose(file);
  });
  // Something may have been chosen before this was awake.
  useEffect(() => openEarly(), []);
  return (
    <form
      ref={form}
      id="photo-form"
      className="row"
      method="post"
      action={path(language, 'settingsPhoto')}
      encType="multipart/form-data"
      noValidate
      onSubmit={send}
    >
      <div className="stack tight" data-field>
        <label className="btn row file">
          <Camera />
          {t('settings:photo.upload')}
          <input
            ref={ref}
            type="file"
            name="photo"
            className="input"
            accept={PHOTO_TYPES.join()}
            autoFocus={errors.length > 0}
            required
            onChange={({ currentTarget }) => onChoose(currentTarget.files?.[0])}
            {...marks}
            aria-describedby={['photo-hint', wrong].filter(Boolean).join(' ')}
          />
        </label>
        <FieldErrors id="photo" errors={errors} />
      </div>
      <Button aria-busy={isBusy}>{t('settings:photo.save')}</Button>
    </form>
  );
}
