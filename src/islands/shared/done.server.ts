import type { TextKey } from '#i18n/text-keys.ts';
import type { Translate } from '#i18n/translator.ts';

/** `?done=` names the action that just succeeded (docs/design/forms.md). */
export function doneIn(url: URL): string | undefined {
  return url.searchParams.get('done') ?? undefined;
}

export function doneText(texts: Record<string, TextKey>, url: URL, t: Translate): string | undefined {
  const [, key] = Object.entries(texts).find(([name]) => name === doneIn(url)) ?? [];
  return key && t(key);
}

/** The documents had newer versions, so nothing was agreed to. */
export const OUTDATED = 'agreement-outdated';

export const AUTH_DONE = {
  activated: 'auth:done.activated',
  'reset-sent': 'auth:done.reset_sent',
  'password-saved': 'auth:done.password_saved',
  'account-closed': 'auth:done.account_closed',
} as const;

export const FINANCE_DONE = {
  sent: 'finance:done.sent',
  requested: 'finance:done.requested',
  cancelled: 'finance:done.cancelled',
  'pin-set': 'finance:done.pin_set',
  resumed: 'finance:done.resumed',
} as const;

export const SETTINGS_DONE = {
  saved: 'settings:done.saved',
  'photo-saved': 'settings:done.photo_saved',
  'photo-removed': 'settings:done.photo_removed',
  'password-saved': 'settings:done.password_saved',
  'session-ended': 'settings:done.session_ended',
  'others-ended': 'settings:done.others_ended',
  'factor-off': 'settings:done.factor_off',
  'passkey-saved': 'settings:done.passkey_saved',
  'passkey-removed': 'settings:done.passkey_removed',
  'destination-saved': 'settings:done.destination_saved',
  'destination-renamed': 'settings:done.destination_renamed',
  'destination-removed': 'settings:done.destination_removed',
  'wait-on': 'settings:done.wait_on',
  'wait-off': 'settings:done.wait_off',
  'emails-saved': 'notices:emails.saved',
} as const;
