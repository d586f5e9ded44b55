import { useRef, useState } from 'react';
import { call } from '#client/call.ts';
import { savePhoto } from '#contracts/photo.ts';
import { PHOTO_MAX_BYTES } from '#domain/photo.ts';
import type { Say } from '#i18n/island-texts.ts';
import type { PhotoText } from './texts.ts';

/** On a slow line a photo takes its time. */
const LIMIT_MS = 60_000;

/** Why there is no new photo. */
export type No = { text: string; isAtField: boolean };

/** Sends a photo, and says why not. What is called off is neither saved nor spoken of. */
export function useSavePhoto(drawn: No | undefined, t: Say<PhotoText>, onSaved: (photo: string | null) => void) {
  const [isBusy, setBusy] = useState(false);
  const [no, setNo] = useState(drawn);
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
