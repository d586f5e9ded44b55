import { type Ref, type SubmitEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { call } from '#client/call.ts';
import { savePhoto } from '#contracts/photo.ts';
import { path } from '#domain/paths.ts';
import { PHOTO_MAX_BYTES, PHOTO_TYPES } from '#domain/photo.ts';
import type { Translate } from '#i18n/translator.ts';
import { OwnerField } from '#components/ui/owner-field.tsx';
import { Button } from '#components/ui/button.tsx';
import { type Errors, FieldErrors, marksOf } from '#components/ui/field.tsx';
import { useReader } from '#islands/shared/use-reader.tsx';

type Props = {
  errors: Errors;
  isBusy: boolean;
  onChoose: (file: File | undefined) => void;
  onSend: (file: File | undefined) => void;
  ref: Ref<HTMLInputElement>;
};

/** The button that sends is there once something is chosen; where no script runs, always. */
export function PhotoForm({ errors, isBusy, onChoose, onSend, ref }: Props) {
  const { t, language, owner } = useReader();
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
      <OwnerField owner={owner} />
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

/** Here and nowhere else, so it is not in the sheet of icons that every page brings. */
function Camera() {
  return (
    <svg className="i s" viewBox="0 0 24 24" aria-hidden="true">
      <path d="M5.5 7.5h2.7l1.4-2.3h4.8l1.4 2.3h2.7a2 2 0 0 1 2 2V17a2 2 0 0 1-2 2h-13a2 2 0 0 1-2-2V9.5a2 2 0 0 1 2-2z" />
      <circle cx="12" cy="13" r="3.2" />
    </svg>
  );
}

/** On a slow line a photo takes its time. */
const LIMIT_MS = 60_000;

/** Why there is no new photo. */
export type No = { text: string; isAtField: boolean };

/** Sends a photo, and says why not. What is called off is neither saved nor spoken of. */
export function useSavePhoto(rendered: No | undefined, t: Translate, onSaved: (photo: string | null) => void) {
  const [isBusy, setBusy] = useState(false);
  const [no, setNo] = useState(rendered);
  const sending = useRef<AbortController>(undefined);
  const refuse = (text: string, isAtField = false) => setNo({ text, isAtField });
  const stop = () => {
    sending.current?.abort();
    sending.current = undefined;
    setBusy(false);
    setNo(undefined);
  };
  const save = async (photo: File | undefined) => {
    if (sending.current) return;
    if (!photo) return refuse(t('faults:file_required'), true);
    if (photo.size > PHOTO_MAX_BYTES) return refuse(t('refusals:photo_too_large'));
    const attempt = new AbortController();
    const limit = setTimeout(() => attempt.abort(), LIMIT_MS);
    sending.current = attempt;
    setBusy(true);
    setNo(undefined);
    const answer = await call(savePhoto, { photo }, { signal: attempt.signal });
    clearTimeout(limit);
    // It was called off, or they are on their way to sign-in.
    if (sending.current !== attempt || (!answer?.success && answer?.error.status === 401)) return;
    sending.current = undefined;
    setBusy(false);
    if (answer?.success) return onSaved(answer.data.photo);
    const [fault] = answer?.error.fields?.['photo'] ?? [];
    refuse(fault ?? (answer?.error.detail || t('settings:photo.crop.broken')), fault !== undefined);
  };
  return { isBusy, no, save, stop };
}
