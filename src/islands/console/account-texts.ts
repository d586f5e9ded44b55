import type { TextKey } from '#i18n/text-keys.ts';
import { SHARED_TEXTS } from './texts.ts';

export const ACCOUNT_TEXTS = [
  ...SHARED_TEXTS,
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
