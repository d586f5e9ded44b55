import { useEffect, useEffectEvent, useRef } from 'react';
import { savePhoto } from '#contracts/photo.ts';
import { path } from '#domain/paths.ts';
import { PHOTO_MAX_BYTES, PHOTO_TYPES } from '#domain/photo.ts';
import { Button } from '#components/ui/button.tsx';
import { FieldErrors, marksOf } from '#components/ui/field.tsx';
import { Form } from '#islands/shared/form.tsx';
import { type Rendered, useForm } from '#islands/shared/use-form.ts';
import { useReader } from '#islands/shared/use-reader.tsx';

type Props = {
  form: ReturnType<typeof usePhotoForm>;
  isBusy: boolean;
  onChoose: (file: File | undefined) => void;
};

/** With scripts CSS hides the submit button until a file is chosen. */
export function PhotoForm({ form, isBusy, onChoose }: Props) {
  const { t, language } = useReader();
  const { errors, onClear: _, onChange, ...control } = form.field('photo');
  const { 'aria-describedby': errorId, ...marks } = marksOf('photo', errors);
  const openEarly = useEffectEvent(() => {
    const file = fileIn(form.element.current);
    if (file) onChoose(file);
  });
  // A file may have been chosen before hydration.
  useEffect(() => openEarly(), []);
  return (
    <Form
      of={form}
      id="photo-form"
      className="row"
      action={path(language, 'settingsPhoto')}
      encType="multipart/form-data"
    >
      <div className="stack tight" data-field>
        <label className="btn row file">
          <Camera />
          {t('settings:photo.upload')}
          <input
            type="file"
            className="input"
            accept={PHOTO_TYPES.join()}
            required
            {...control}
            onChange={(event) => {
              void onChange(event);
              onChoose(event.currentTarget.files?.[0]);
            }}
            {...marks}
            aria-describedby={['photo-hint', errorId].filter(Boolean).join(' ')}
          />
        </label>
        <FieldErrors id="photo" errors={errors} />
      </div>
      <Button aria-busy={isBusy}>{t('settings:photo.save')}</Button>
    </Form>
  );
}

/** No other page uses it, so it is not in the shared icon sheet. */
function Camera() {
  return (
    <svg className="icon small" viewBox="0 0 24 24" aria-hidden="true">
      <path d="M5.5 7.5h2.7l1.4-2.3h4.8l1.4 2.3h2.7a2 2 0 0 1 2 2V17a2 2 0 0 1-2 2h-13a2 2 0 0 1-2-2V9.5a2 2 0 0 1 2-2z" />
      <circle cx="12" cy="13" r="3.2" />
    </svg>
  );
}

/** A photo takes long over a slow connection. */
const LIMIT_MS = 60_000;
function fileIn(form: HTMLFormElement | null): File | undefined {
  const field = form?.elements.namedItem('photo');
  return field instanceof HTMLInputElement ? field.files?.[0] : undefined;
}

/** A call without a photo removes the current one. */
const NO_FILE = new File([], '');

/** Sends the square from `sendSquare`, otherwise the chosen file. */
export function usePhotoForm(rendered: Rendered | undefined, onSaved: (photo: string | null) => void) {
  const { t } = useReader();
  const square = useRef<File>(undefined);
  const form = useForm<typeof savePhoto, { photo?: FileList }>(savePhoto, {
    rendered,
    broken: t('settings:photo.crop.broken'),
    limitMs: LIMIT_MS,
    inputOf: (): { photo: File } => ({ photo: square.current ?? fileIn(form.element.current) ?? NO_FILE }),
    complete: async (input) => {
      if ((input['photo'] as File).size <= PHOTO_MAX_BYTES) return input;
      form.setNotice(t('refusals:photo_too_large'));
      return undefined;
    },
    onDone: ({ photo }) => {
      onSaved(photo);
      forget();
      form.element.current?.reset();
      form.hookForm.setFocus('photo');
    },
  });
  const forget = () => {
    form.stop();
    form.setNotice(undefined);
    square.current = undefined;
  };
  const sendSquare = (photo: File) => {
    square.current = photo;
    void form.send();
  };
  return { ...form, sendSquare, forget };
}
