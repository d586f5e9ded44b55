import type { TextKey } from '#i18n/text-keys.ts';
import { SHARED_TEXTS } from './texts.ts';

export const ACCOUNT_TEXTS = [
  ...SHARED_TEXTS,
  'console:account.password',
  'console:account.password_text',
  'console:account.password_old',
  'console:account.password_new',
  'console:account.password_new_repeat',
  'console:account.password_rules',
  'console:account.password_submit',
  'console:account.password_changed',
  'console:account.sessions',
  'console:account.session',
  'console:account.session_seen',
  'console:account.device_unknown',
  'console:account.end_others',
  'console:account.end_others_ask',
  'console:account.others_ended',
  'console:account.passkeys',
  'console:account.passkeys_text',
  'console:account.name',
  'console:account.name_hint',
  'console:account.add',
  'console:account.remove',
  'console:account.none',
  'console:account.added',
  'console:account.removed',
  'console:account.last_used',
  'console:account.never',
] as const satisfies readonly TextKey[];

export type AccountText = (typeof ACCOUNT_TEXTS)[number];
