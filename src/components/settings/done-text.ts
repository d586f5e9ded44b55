import { doneIn } from '#components/form/done-in.ts';
import type { TextKey } from '#i18n/text-keys.ts';
import type { Translate } from '#i18n/translator.ts';

const TEXTS: Partial<Record<string, TextKey>> = {
  saved: 'settings:done.saved',
  'photo-saved': 'settings:done.photo_saved',
  'photo-removed': 'settings:done.photo_removed',
  'password-saved': 'settings:done.password_saved',
  'session-ended': 'settings:done.session_ended',
  'others-ended': 'settings:done.others_ended',
  'letters-saved': 'notices:letters.saved',
};

/** Says once, on the page that follows a plain form, what has just been done. */
export function doneText(url: URL, t: Translate): string | undefined {
  const key = TEXTS[doneIn(url) ?? ''];
  return key && t(key);
}
